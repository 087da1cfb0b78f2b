import pg from "pg";
import type { Serve } from "../../../server.js";
import { Missing, serveWrites, type Article } from "../app.js";

export const serve: Serve = ({ name: database, host, port, userName, password }) => {
  const pool = new pg.Pool({ database, host, port, user: userName, password });
  return serveWrites({
    create: async (articles) => {
      const { rows } = await pool.query<{ id: number }>({
        name: "create",
        text: CREATE,
        values: columnsOf(articles),
      });
      return rows.map(({ id }) => id);
    },
    upsert: async (articles) => {
      const { rows } = await pool.query<{ sku: string; id: number; created: boolean }>({
        name: "upsert",
        text: UPSERT,
        values: columnsOf(articles),
      });
      const stored = new Map(rows.map(({ sku, ...row }) => [sku, row]));
      return articles.map(({ sku }) => {
        const { id = 0, created = false } = stored.get(sku) ?? {};
        return { outcome: created ? "created" : "updated", id };
      });
    },
    update: async (list) => {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        const { rowCount } = await client.query({
          name: "update",
          text: UPDATE,
          values: [
            list.map(({ id }) => id),
            list.map(({ title }) => title),
            list.map(({ stock }) => stock),
            new Date().toISOString(),
          ],
        });
        if (rowCount !== list.length) throw new Missing();
        await client.query("COMMIT");
        return list.length;
      } catch (error) {
        await client.query("ROLLBACK");
        throw error;
      } finally {
        client.release();
      }
    },
    remove: async (delivery) =>
      (
        await pool.query({
          name: "remove",
          text: "DELETE FROM article WHERE delivery = $1",
          values: [delivery],
        })
      ).rowCount ?? 0,
  });
};

function columnsOf(articles: readonly Article[]): unknown[] {
  return [
    articles.map(({ sku }) => sku),
    articles.map(({ title }) => title),
    articles.map(({ stock }) => stock),
    articles.map(({ delivery }) => delivery),
    new Date().toISOString(),
  ];
}

const INSERT = `
  INSERT INTO article (sku, title, stock, delivery, createdat, updatedat)
  SELECT sku, title, stock, delivery, $5::timestamp, $5::timestamp
  FROM unnest($1::text[], $2::text[], $3::int[], $4::int[]) AS new (sku, title, stock, delivery)`;
const CREATE = `${INSERT} RETURNING id`;
const UPSERT = `${INSERT}
  ON CONFLICT (sku) DO UPDATE SET title = excluded.title, stock = excluded.stock, delivery = excluded.delivery,
    updatedat = excluded.updatedat
  RETURNING sku, id, xmax = 0 AS created`;
const UPDATE = `
  UPDATE article SET title = new.title, stock = new.stock, updatedat = $4
  FROM unnest($1::int[], $2::text[], $3::int[]) AS new (id, title, stock) WHERE article.id = new.id`;
