import Database from "better-sqlite3";
import { and, asc, count, desc, eq, inArray, lt, or, relations, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Serve } from "../../../server.js";
import { serveReads } from "../app.js";

const author = sqliteTable("author", { id: integer().primaryKey(), username: text().notNull() });
const post = sqliteTable("post", {
  id: integer().primaryKey(),
  title: text().notNull(),
  authorid: integer().notNull(),
});
const comment = sqliteTable("comment", {
  id: integer().primaryKey(),
  text: text().notNull(),
  rating: integer().notNull(),
  sentat: text().notNull(),
  postid: integer().notNull(),
  authorid: integer().notNull(),
});
const postRelations = relations(post, ({ one, many }) => ({
  author: one(author, { fields: [post.authorid], references: [author.id] }),
  comments: many(comment),
}));
const commentRelations = relations(comment, ({ one }) => ({
  author: one(author, { fields: [comment.authorid], references: [author.id] }),
  post: one(post, { fields: [comment.postid], references: [post.id] }),
}));
const schema = { author, post, comment, postRelations, commentRelations };

export const serve: Serve = ({ name: file = "" }) => {
  const client = new Database(file);
  client.pragma("journal_mode = WAL");
  const db = drizzle(client, { schema });
  const withAuthor = { columns: { id: true, username: true } } as const;
  return serveReads({
    pageWithAuthor: (skip) =>
      db.query.post.findMany({
        columns: { id: true, title: true },
        with: { author: withAuthor },
        orderBy: desc(post.id),
        limit: 20,
        offset: skip,
      }),
    nested: (skip) =>
      db.query.post.findMany({
        columns: { id: true, title: true },
        with: {
          author: withAuthor,
          comments: {
            columns: { id: true, text: true },
            with: { author: withAuthor },
            orderBy: desc(comment.id),
            limit: 3,
          },
        },
        orderBy: desc(post.id),
        limit: 20,
        offset: skip,
      }),
    byRelation: (username) =>
      db
        .select({ id: post.id, title: post.title })
        .from(post)
        .innerJoin(author, eq(author.id, post.authorid))
        .where(eq(author.username, username))
        .orderBy(asc(post.id))
        .limit(20),
    groups: () =>
      db
        .select({
          rating: comment.rating,
          "count()": count(),
          "sum(postid)": sql<number>`sum(${comment.postid})`,
        })
        .from(comment)
        .groupBy(comment.rating)
        .orderBy(asc(comment.rating)),
    byTime: ({ take, skip }, after) => {
      const { id, text, sentat } = comment;
      const [time, key] = after ?? ["", 0];
      const later = or(lt(sentat, time), and(eq(sentat, time), lt(id, key)));
      return db
        .select({ id, text, sentat })
        .from(comment)
        .where(after && later)
        .orderBy(desc(sentat), desc(id))
        .limit(take)
        .offset(skip);
    },
    inList: (ids) =>
      db
        .select({ id: post.id, title: post.title })
        .from(post)
        .where(inArray(post.id, [...ids]))
        .orderBy(asc(post.id))
        .limit(100),
  });
};
