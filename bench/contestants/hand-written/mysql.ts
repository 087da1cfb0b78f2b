import mysql, { type ResultSetHeader, type RowDataPacket } from "mysql2/promise";
import type { Serve } from "../../server.js";
import { mysqlOptions } from "../mysql-options.js";
import { orderToSql, serveBlogposts, whereToSql } from "./blog-app.js";
import { blogRoutes } from "./blog-routes.js";

export const serve: Serve = (config) => {
  const pool = mysql.createPool(mysqlOptions(config));
  const routes = blogRoutes({
    findPage: async ({ orderBy, skip, take }, where) => {
      const values = where.map(({ value }) => value);
      const matching = `FROM blogpost${whereToSql(
        where,
        () => "?",
        (field, part) => `locate(${part}, ${field}) > 0`,
      )}`;
      const [[items], [counted]] = await Promise.all([
        // Passed as texts, because MySQL 8 rejects doubles for LIMIT and OFFSET.
        pool.execute<RowDataPacket[]>(
          `SELECT * ${matching} ORDER BY ${orderToSql(orderBy)} LIMIT ? OFFSET ?`,
          [...values, String(take), String(skip)],
        ),
        pool.execute<RowDataPacket[]>(`SELECT count(*) AS count ${matching}`, values),
      ]);
      return { count: Number(counted[0]?.["count"]), items };
    },
    findById: async (id) => {
      const [items] = await pool.execute<RowDataPacket[]>("SELECT * FROM blogpost WHERE id = ?", [id]);
      return items;
    },
    insert: async ({ title, content }, now) => {
      const [{ insertId }] = await pool.execute<ResultSetHeader>(
        "INSERT INTO blogpost (title, content, createdat, updatedat) VALUES (?, ?, ?, ?)",
        [title, content, now, now],
      );
      return insertId;
    },
    update: async (id, { title = null, content = null }, now) => {
      const [{ affectedRows }] = await pool.execute<ResultSetHeader>(
        "UPDATE blogpost SET title = coalesce(?, title), content = coalesce(?, content), updatedat = ? WHERE id = ?",
        [title, content, now, id],
      );
      return affectedRows;
    },
    remove: async (id) => {
      const [{ affectedRows }] = await pool.execute<ResultSetHeader>("DELETE FROM blogpost WHERE id = ?", [
        id,
      ]);
      return affectedRows;
    },
  });
  return serveBlogposts(routes);
};
