import Database from "better-sqlite3";
import {
  describeEntity,
  Fields,
  Relations,
  remult,
  repo,
  SqlDatabase,
  type DataProvider,
  type EntityFilter,
} from "remult";
import { createPostgresDataProvider } from "remult/postgres";
import { BetterSqlite3DataProvider } from "remult/remult-better-sqlite3";
import type { DatabaseConfig } from "data-api";
import type { Serve } from "../../server.js";
import { serveReads } from "./app.js";

class Author {
  id = 0;
  username = "";
}

class Comment {
  id = 0;
  text = "";
  rating = 0;
  sentat = new Date(0);
  postid = 0;
  authorid = 0;
  author?: Author;
}

class Post {
  id = 0;
  title = "";
  authorid = 0;
  author?: Author;
  comments?: Comment[];
}

const newest = { id: "desc" } as const;

describeEntity(Author, "author", { id: Fields.integer(), username: Fields.string() });
describeEntity(Comment, "comment", {
  id: Fields.integer(),
  text: Fields.string(),
  rating: Fields.integer(),
  // As the product stores it in SQLite, and PostgreSQL reads it.
  sentat: Fields.date({
    valueConverter: {
      fromDb: (value: string | Date) => new Date(value),
      toDb: (value: Date) => value.toISOString(),
    },
  }),
  postid: Fields.integer(),
  authorid: Fields.integer(),
  author: Relations.toOne<Comment, Author>(() => Author, "authorid"),
});
describeEntity(Post, "post", {
  id: Fields.integer(),
  title: Fields.string(),
  authorid: Fields.integer(),
  author: Relations.toOne<Post, Author>(() => Author, "authorid"),
  comments: Relations.toMany<Post, Comment>(() => Comment, {
    field: "postid",
    findOptions: { limit: 3, orderBy: newest, include: { author: true } },
  }),
});

/** Express 5 and Zod with Remult. It finds no records by their relations: that takes two reads. */
export const serve: Serve = async (config) => {
  remult.dataProvider = await open(config);
  const { posts, comments } = { posts: repo(Post), comments: repo(Comment) };
  const author = ({ id, username }: Author) => ({ id, username });
  return serveReads({
    pageWithAuthor: async (skip) => {
      const found = await posts.find({
        orderBy: newest,
        limit: 20,
        page: 1 + skip / 20,
        include: { author: true },
      });
      return found.map((post) => ({
        id: post.id,
        title: post.title,
        author: post.author && author(post.author),
      }));
    },
    nested: async (skip) => {
      const found = await posts.find({
        orderBy: newest,
        limit: 20,
        page: 1 + skip / 20,
        include: { author: true, comments: true },
      });
      return found.map((post) => ({
        id: post.id,
        title: post.title,
        author: post.author && author(post.author),
        comments: post.comments?.map(({ id, text, author: by }) => ({ id, text, author: by && author(by) })),
      }));
    },
    byRelation: async (username) => {
      const by = await repo(Author).find({ where: { username } });
      const found = await posts.find({
        where: { authorid: by.map(({ id }) => id) },
        orderBy: { id: "asc" },
        limit: 20,
      });
      return found.map(({ id, title }) => ({ id, title }));
    },
    groups: async () => {
      const groups = await comments.groupBy({
        group: ["rating"],
        sum: ["postid"],
        orderBy: { rating: "asc" },
      });
      return groups.map(({ rating, $count, postid }) => ({
        rating,
        "count()": $count,
        "sum(postid)": postid.sum,
      }));
    },
    byTime: async ({ take, skip }, after) => {
      const found = await comments.find({
        where: after === undefined ? {} : before(new Date(after[0]), after[1]),
        orderBy: { sentat: "desc", id: "desc" },
        limit: take,
        page: 1 + skip / take,
      });
      return found.map(({ id, text, sentat }) => ({ id, text, sentat }));
    },
    inList: async (ids) => {
      const found = await posts.find({ where: { id: [...ids] }, orderBy: { id: "asc" }, limit: 100 });
      return found.map(({ id, title }) => ({ id, title }));
    },
  });
};

function before(sentat: Date, id: number): EntityFilter<Comment> {
  return { $or: [{ sentat: { $lt: sentat } }, { sentat, id: { $lt: id } }] };
}

async function open({ dialect, name = "", ...place }: DatabaseConfig): Promise<DataProvider> {
  if (dialect === "sqlite") return new SqlDatabase(new BetterSqlite3DataProvider(new Database(name)));
  const { host, port, userName: user, password } = place;
  return createPostgresDataProvider({ configuration: { database: name, host, port, user, password } });
}
