import Database from "better-sqlite3";
import type { Serve } from "../../../server.js";
import { UPSERTED } from "../../../many/stock.js";
import {
  Missing,
  serveWrites,
  TooMany,
  type Article,
  type Changes,
  type Order,
  type Upserted,
} from "../app.js";

export const serve: Serve = ({ name: file = "" }) => {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("foreign_keys = ON");
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
  const more = db.prepare(`SELECT id FROM article WHERE delivery = ? LIMIT 1 OFFSET ${UPSERTED}`);
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
  const removeAll = db.transaction((delivery: number) => {
    // To delete and bring back a whole table would take long.
    if (more.get(delivery) !== undefined) throw new TooMany();
    return remove.run(delivery).changes;
  });
  const insertOrder = db.prepare(`INSERT INTO "order" (customer, createdat, updatedat) VALUES (?, ?, ?)`);
  const insertLine = db.prepare(
    "INSERT INTO line (orderid, title, amount, createdat, updatedat) VALUES (?, ?, ?, ?, ?)",
  );
  const addOrder = db.transaction(({ customer, lines }: Order) => {
    const now = new Date().toISOString();
    const id = Number(insertOrder.run(customer, now, now).lastInsertRowid);
    for (const { title, amount } of lines) insertLine.run(id, title, amount, now, now);
    return id;
  });
  return serveWrites({
    create: (articles) => create.immediate(articles),
    upsert: (articles) => upsert.immediate(articles),
    update: (list) => change.immediate(list),
    remove: (delivery) => removeAll.immediate(delivery),
    order: (order) => addOrder.immediate(order),
  });
};
