import type { Connection as MysqlClient, PrepareStatementInfo } from "mysql2";
import { toDatabaseError } from "./mysql-errors.js";

/** The driver keeps statements that are prepared, for as long as it uses them. */
const checked = new WeakSet<PrepareStatementInfo>();

/**
 * Prepares a statement, and looks whether the transaction is still there if the connection had not prepared it before.
 * On a node of a Galera cluster, a write of another node can undo a transaction between two of its statements. The next
 * one fails with error 1213; but if that is prepared in the same moment, MariaDB 10.11 prepares it, tells nothing, and
 * runs it and all that follow outside of any transaction. MySQL has no `@@in_transaction`.
 * @param query Sends a text without preparing it.
 * @throws {DatabaseError} of the kind `deadlock` if the transaction has been undone, and what the database refuses.
 */
export async function prepareInTransaction(
  connection: MysqlClient,
  sql: string,
  query: (text: string) => Promise<readonly unknown[]>,
): Promise<void> {
  const statement = await prepare(connection, sql);
  if (checked.has(statement)) return;
  const [row] = await query("select @@in_transaction as isOpen");
  if (Number((row as { readonly isOpen: unknown } | undefined)?.isOpen) !== 1)
    throw toDatabaseError(
      Object.assign(new Error("The transaction was undone by a write of another node."), { errno: 1213 }),
    );
  checked.add(statement);
}

function prepare(connection: MysqlClient, sql: string): Promise<PrepareStatementInfo> {
  return new Promise((resolve, reject) => {
    // The driver takes options here as well as in `execute`, and tells statements apart by them.
    const options = { sql, rowsAsArray: true } as unknown as string;
    connection.prepare(options, (error, statement) => {
      if (error === null) resolve(statement);
      else reject(toDatabaseError(error));
    });
  });
}
