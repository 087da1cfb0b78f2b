import pg from "pg";
import type { Serve } from "../../../server.js";
import { serveReads, type Comment } from "../app.js";

export const serve: Serve = ({ name: database, host, port, userName, password }) => {
  const pool = new pg.Pool({ database, host, port, user: userName, password });
  const rows = async <R extends object>(name: string, text: string, values: unknown[] = []) =>
    (await pool.query<R>({ name, text, values })).rows;
  return serveReads({
    pageWithAuthor: async (skip) =>
      (await rows<PostRow>("page", PAGE, [skip])).map(({ authorid, username, ...post }) => ({
        ...post,
        author: { id: authorid, username },
      })),
    nested: async (skip) =>
      (await rows<PostRow>("nested", NESTED, [skip])).map(({ authorid, username, comments, ...post }) => ({
        ...post,
        author: { id: authorid, username },
        comments,
      })),
    byRelation: (username) =>
      rows(
        "by-relation",
        "SELECT p.id, p.title FROM author a JOIN post p ON p.authorid = a.id WHERE a.username = $1 ORDER BY p.id LIMIT 20",
        [username],
      ),
    groups: () =>
      rows(
        "groups",
        'SELECT rating, count(*)::int AS "count()", sum(postid)::float8 AS "sum(postid)" FROM comment GROUP BY rating ORDER BY rating',
      ),
    byTime: ({ take, skip }, after) =>
      after === undefined
        ? rows<Comment>(
            "first",
            "SELECT id, text, sentat FROM comment ORDER BY sentat DESC, id DESC LIMIT $1 OFFSET $2",
            [take, skip],
          )
        : rows<Comment>(
            "later",
            "SELECT id, text, sentat FROM comment WHERE (sentat, id) < ($1, $2) ORDER BY sentat DESC, id DESC LIMIT $3 OFFSET $4",
            [...after, take, skip],
          ),
    inList: (ids) =>
      rows("in", "SELECT id, title FROM post WHERE id = ANY($1::int[]) ORDER BY id LIMIT 100", [ids]),
  });
};

interface PostRow {
  readonly authorid: number;
  readonly username: string;
  readonly comments?: unknown;
}

const PAGE =
  "SELECT p.id, p.title, a.id AS authorid, a.username FROM post p JOIN author a ON a.id = p.authorid ORDER BY p.id DESC LIMIT 20 OFFSET $1";

const NESTED = `
  SELECT p.id, p.title, a.id AS authorid, a.username, c.comments
  FROM (SELECT id, title, authorid FROM post ORDER BY id DESC LIMIT 20 OFFSET $1) p
  JOIN author a ON a.id = p.authorid
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('id', n.id, 'text', n.text,
      'author', json_build_object('id', n.authorid, 'username', n.username))), '[]') AS comments
    FROM (
      SELECT c.id, c.text, c.authorid, b.username FROM comment c JOIN author b ON b.id = c.authorid
      WHERE c.postid = p.id ORDER BY c.id DESC LIMIT 3
    ) n
  ) c
  ORDER BY p.id DESC`;
