import pg from "pg";
import type { Serve } from "../../../server.js";
import { UPSERTED } from "../../../many/stock.js";
import { Missing, serveWrites, TooMany, type Article } from "../app.js";

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
    update: (list) =>
      inTransaction(pool, async (client) => {
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
        return list.length;
      }),
    remove: (delivery) =>
      inTransaction(pool, async (client) => {
        // To delete and bring back a whole table would take long.
        const more = await client.query({ name: "more", text: MORE, values: [delivery] });
        if (more.rowCount !== 0) throw new TooMany();
        const { rowCount } = await client.query({ name: "remove", text: REMOVE, values: [delivery] });
        if ((rowCount ?? 0) > UPSERTED) throw new TooMany();
        return rowCount ?? 0;
      }),
    order: ({ customer, lines }) =>
      inTransaction(pool, async (client) => {
        const now = new Date().toISOString();
        const { rows } = await client.query<{ id: number }>({
          name: "order",
          text: ORDER,
          values: [customer, now],
        });
        const id = rows[0]?.id ?? 0;
        const titles = lines.map(({ title }) => title);
        const amounts = lines.map(({ amount }) => amount);
        await client.query({ name: "lines", text: ORDER_LINES, values: [id, titles, amounts, now] });
        return id;
      }),
  });
};

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

function columnsOf(articles: readonly Article[]): unknown[] {
  return [
    articles.map(({ sku }) => sku),
    articles.map(({ title }) => title),
    articles.map(({ stock }) => stock),
    articles.map(({ delivery }) => delivery),
    new Date().toISOString(),
  ];
}

const ORDER = `INSERT INTO "order" (customer, createdat, updatedat) VALUES ($1, $2, $2) RETURNING id`;
const ORDER_LINES = `
  INSERT INTO line (orderid, title, amount, createdat, updatedat)
  SELECT $1, title, amount, $4::timestamp, $4::timestamp FROM unnest($2::text[], $3::int[]) AS new (title, amount)`;
const MORE = `SELECT id FROM article WHERE delivery = $1 LIMIT 1 OFFSET ${UPSERTED}`;
const REMOVE = "DELETE FROM article WHERE delivery = $1";
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
