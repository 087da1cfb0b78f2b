import Database from "better-sqlite3";
import type { Serve } from "../../../server.js";
import { Missing, serveWrites, type Article, type Changes, type Upserted } from "../app.js";

export const serve: Serve = ({ name: file = "" }) => {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  // All contestants must have an answered write on the disk.
  db.pragma("synchronous = FULL");
  const insert = db.prepare(
    "INSERT INTO article (sku, title, stock, delivery, createdat, updatedat) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const bySku = db.prepare<[string], { readonly id: number }>("SELECT id FROM article WHERE sku = ?");
  const replace = db.prepare(
    "UPDATE article SET title = ?, stock = ?, delivery = ?, updatedat = ? WHERE id = ?",
  );
  const update = db.prepare("UPDATE article SET title = ?, stock = ?, updatedat = ? WHERE id = ?");
  const remove = db.prepare("DELETE FROM article WHERE delivery = ?");
  const add = ({ sku, title, stock, delivery }: Article, now: string) =>
    Number(insert.run(sku, title, stock, delivery, now, now).lastInsertRowid);
  const create = db.transaction((articles: readonly Article[]) => {
    const now = new Date().toISOString();
    return articles.map((article) => add(article, now));
  });
  const upsert = db.transaction((articles: readonly Article[]) => {
    const now = new Date().toISOString();
    return articles.map((article): Upserted => {
      const stored = bySku.get(article.sku);
      if (stored === undefined) return { outcome: "created", id: add(article, now) };
      replace.run(article.title, article.stock, article.delivery, now, stored.id);
      return { outcome: "updated", id: stored.id };
    });
  });
  const change = db.transaction((list: readonly Changes[]) => {
    const now = new Date().toISOString();
    for (const { id, title, stock } of list)
      if (update.run(title, stock, now, id).changes === 0) throw new Missing();
    return list.length;
  });
  return serveWrites({
    create: (articles) => create.immediate(articles),
    upsert: (articles) => upsert.immediate(articles),
    update: (list) => change.immediate(list),
    remove: (delivery) => remove.run(delivery).changes,
  });
};
