import Database from "better-sqlite3";
import type { Serve } from "../../../server.js";
import { serveReads, type Comment } from "../app.js";

interface PostRow {
  readonly id: number;
  readonly title: string;
  readonly authorid: number;
  readonly username: string;
}

interface CommentRow {
  readonly id: number;
  readonly text: string;
  readonly authorid: number;
  readonly username: string;
}

export const serve: Serve = ({ name: file = "" }) => {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  const page = db.prepare<[number], PostRow>(
    "SELECT p.id, p.title, a.id AS authorid, a.username FROM post p JOIN author a ON a.id = p.authorid ORDER BY p.id DESC LIMIT 20 OFFSET ?",
  );
  // A statement for each post costs less here than one for all posts: there is no round trip.
  const newest = db.prepare<[number], CommentRow>(
    "SELECT c.id, c.text, a.id AS authorid, a.username FROM comment c JOIN author a ON a.id = c.authorid WHERE c.postid = ? ORDER BY c.id DESC LIMIT 3",
  );
  const byRelation = db.prepare(
    "SELECT p.id, p.title FROM author a JOIN post p ON p.authorid = a.id WHERE a.username = ? ORDER BY p.id LIMIT 20",
  );
  const groups = db.prepare(
    'SELECT rating, count(*) AS "count()", sum(postid) AS "sum(postid)" FROM comment GROUP BY rating ORDER BY rating',
  );
  const first = db.prepare<[number, number], Comment>(
    "SELECT id, text, sentat FROM comment ORDER BY sentat DESC, id DESC LIMIT ? OFFSET ?",
  );
  const later = db.prepare<[string, number, number, number], Comment>(
    "SELECT id, text, sentat FROM comment WHERE (sentat, id) < (?, ?) ORDER BY sentat DESC, id DESC LIMIT ? OFFSET ?",
  );
  const inList = db.prepare(
    "SELECT id, title FROM post WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT 100",
  );
  return serveReads({
    pageWithAuthor: (skip) => page.all(skip).map(withAuthor),
    nested: (skip) =>
      page.all(skip).map((post) => ({ ...withAuthor(post), comments: newest.all(post.id).map(withAuthor) })),
    byRelation: (username) => byRelation.all(username),
    groups: () => groups.all(),
    byTime: ({ take, skip }, after) =>
      after === undefined ? first.all(take, skip) : later.all(...after, take, skip),
    inList: (ids) => inList.all(JSON.stringify(ids)),
  });
};

function withAuthor<R extends { readonly authorid: number; readonly username: string }>(row: R) {
  const { authorid, username, ...own } = row;
  return { ...own, author: { id: authorid, username } };
}
