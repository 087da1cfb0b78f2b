import mysql, { type ResultSetHeader } from "mysql2";
import type { Serve } from "../../server.js";
import { mysqlOptions } from "../mysql-options.js";
import { serveRaw } from "./blog-server.js";
import { networkStatements } from "./network.js";

export const serve: Serve = (config) => {
  const pool = mysql.createPool(mysqlOptions(config));
  return serveRaw(
    networkStatements({
      prepare: (sql) => (values, done) => {
        // MySQL 8 rejects doubles for LIMIT and OFFSET, so numbers are passed as texts.
        const texts = values.map((value) => (typeof value === "number" ? String(value) : (value as string)));
        pool.execute({ sql, rowsAsArray: true }, texts, (error, result) => {
          const failure = error as Error | null;
          if (failure !== null) done(failure, { rows: [], changed: 0, id: 0 });
          else if (Array.isArray(result)) done(null, { rows: result as unknown[][], changed: 0, id: 0 });
          else {
            const { affectedRows, insertId } = result as ResultSetHeader;
            done(null, { rows: [], changed: affectedRows, id: insertId });
          }
        });
      },
      parameter: () => "?",
      returning: "",
    }),
  );
};
