import type Mssql from "mssql";
import type { ResultSet, Row } from "../../../wire/connection.js";

/** The columns of a result in the form that the driver uses for rows that are lists. */
type Columns = readonly { readonly name: string }[];

/**
 * Runs a batch with several results and keeps at most `maxRows` rows of each, so that memory holds no more.
 * @throws the last error of the server, as `query` does without a stream.
 */
export async function keepResults(
  request: Mssql.Request,
  text: string,
  maxRows: number,
): Promise<readonly ResultSet[]> {
  const results: (ResultSet & { readonly rows: Row[] })[] = [];
  const errors: Error[] = [];
  request.stream = true;
  request.on("recordset", (columns: Columns) => {
    results.push({ columns: columns.map(({ name }) => name), rows: [] });
  });
  request.on("row", (row: Row) => {
    const rows = results.at(-1)?.rows;
    if (rows !== undefined && rows.length < maxRows) rows.push(row);
  });
  request.on("error", (error: Error) => {
    errors.push(error);
  });
  await request.query(text);
  const last = errors.pop();
  if (last === undefined) return results;
  throw Object.assign(last, { precedingErrors: errors });
}
