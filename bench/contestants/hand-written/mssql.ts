import mssql from "mssql";
import type { Serve } from "../../server.js";
import { orderToSql, serveBlogposts, whereToSql, type Comparison } from "./blog-app.js";
import { blogRoutes } from "./blog-routes.js";

export const serve: Serve = async ({ host = "localhost", trustServerCertificate = false, ...config }) => {
  const pool = new mssql.ConnectionPool({
    server: host,
    ...(config.name !== undefined && { database: config.name }),
    ...(config.port !== undefined && { port: config.port }),
    ...(config.userName !== undefined && { user: config.userName }),
    ...(config.password !== undefined && { password: config.password }),
    options: { encrypt: true, trustServerCertificate },
  });
  await pool.connect();
  const matchingRequest = (where: readonly Comparison[]) => {
    const request = pool.request();
    where.forEach(({ value }, index) => {
      request.input(`value${index}`, value);
    });
    return request;
  };
  const routes = blogRoutes({
    findPage: async ({ orderBy, skip, take }, where) => {
      const matching = `FROM blogpost${whereToSql(
        where,
        (index) => `@value${index}`,
        (field, part) => `charindex(${part}, ${field}) > 0`,
      )}`;
      const [items, counted] = await Promise.all([
        matchingRequest(where)
          .input("skip", mssql.Int, skip)
          .input("take", mssql.Int, take)
          .query(
            `SELECT * ${matching} ORDER BY ${orderToSql(orderBy)} OFFSET @skip ROWS FETCH NEXT @take ROWS ONLY`,
          ),
        matchingRequest(where).query<{ count: number }>(`SELECT count(*) AS count ${matching}`),
      ]);
      return { count: counted.recordset[0]?.count ?? 0, items: items.recordset };
    },
    findById: async (id) =>
      (await pool.request().input("id", mssql.Int, id).query("SELECT * FROM blogpost WHERE id = @id"))
        .recordset,
    insert: async ({ title, content }, now) => {
      const { recordset } = await pool
        .request()
        .input("title", mssql.NVarChar(255), title)
        .input("content", mssql.NVarChar(mssql.MAX), content)
        .input("now", mssql.DateTime2(3), now)
        .query<{ id: number }>(
          "INSERT INTO blogpost (title, content, createdat, updatedat) OUTPUT inserted.id VALUES (@title, @content, @now, @now)",
        );
      return recordset[0]?.id ?? 0;
    },
    update: async (id, { title, content }, now) => {
      const { rowsAffected } = await pool
        .request()
        .input("title", mssql.NVarChar(255), title)
        .input("content", mssql.NVarChar(mssql.MAX), content)
        .input("now", mssql.DateTime2(3), now)
        .input("id", mssql.Int, id)
        .query(
          "UPDATE blogpost SET title = coalesce(@title, title), content = coalesce(@content, content), updatedat = @now WHERE id = @id",
        );
      return rowsAffected[0] ?? 0;
    },
    remove: async (id) =>
      (await pool.request().input("id", mssql.Int, id).query("DELETE FROM blogpost WHERE id = @id"))
        .rowsAffected[0] ?? 0,
  });
  return serveBlogposts(routes);
};
