import pg from "pg";
import type { Serve } from "../../server.js";
import { orderToSql, serveBlogposts, whereToSql } from "./blog-app.js";
import { blogRoutes } from "./blog-routes.js";

export const serve: Serve = ({ name, host, port, userName, password }) => {
  const pool = new pg.Pool({ database: name, host, port, user: userName, password });
  const names = new Map<string, string>();
  /** Runs a statement, which each connection prepares once. */
  const query = <T extends object>(text: string, values: readonly unknown[]) => {
    const name = names.get(text) ?? `statement${names.size}`;
    names.set(text, name);
    return pool.query<T>({ name, text, values: [...values] });
  };
  const routes = blogRoutes({
    findPage: async ({ orderBy, skip, take }, where) => {
      const values = where.map(({ value }) => value);
      const matching = `FROM blogpost${whereToSql(
        where,
        (index) => `$${index + 1}`,
        (field, part) => `strpos(${field}, ${part}) > 0`,
      )}`;
      const limits = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
      const [items, counted] = await Promise.all([
        query(`SELECT * ${matching} ORDER BY ${orderToSql(orderBy)} ${limits}`, [...values, take, skip]),
        query<{ count: number }>(`SELECT count(*)::int AS count ${matching}`, values),
      ]);
      return { count: counted.rows[0]?.count ?? 0, items: items.rows };
    },
    findById: async (id) => (await query<object>("SELECT * FROM blogpost WHERE id = $1", [id])).rows,
    insert: async ({ title, content }, now) => {
      const { rows } = await query<{ id: number }>(
        "INSERT INTO blogpost (title, content, createdat, updatedat) VALUES ($1, $2, $3, $3) RETURNING id",
        [title, content, now],
      );
      return rows[0]?.id ?? 0;
    },
    update: async (id, { title, content }, now) => {
      const { rowCount } = await query(
        "UPDATE blogpost SET title = coalesce($1, title), content = coalesce($2, content), updatedat = $3 WHERE id = $4",
        [title, content, now, id],
      );
      return rowCount ?? 0;
    },
    remove: async (id) => (await query("DELETE FROM blogpost WHERE id = $1", [id])).rowCount ?? 0,
  });
  return serveBlogposts(routes);
};
