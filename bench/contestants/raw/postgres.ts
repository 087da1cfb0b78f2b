import pg from "pg";
import type { Serve } from "../../server.js";
import { serveRaw } from "./blog-server.js";
import { networkStatements } from "./network.js";

export const serve: Serve = ({ name, host, port, userName, password }) => {
  const pool = new pg.Pool({ database: name, host, port, user: userName, password });
  let prepared = 0;
  return serveRaw(
    networkStatements({
      prepare: (text) => {
        const name = `statement${prepared++}`;
        return (values, done) => {
          const query = { name, text, values: [...values], rowMode: "array" as const };
          pool.query<unknown[]>(query, (error: Error | undefined, result) => {
            if (error) done(error, { rows: [], changed: 0, id: 0 });
            else
              done(null, {
                rows: result.rows,
                changed: result.rowCount ?? 0,
                id: result.rows[0]?.[0] as number,
              });
          });
        };
      },
      parameter: (number) => `$${number}`,
      returning: " returning id",
    }),
  );
};
