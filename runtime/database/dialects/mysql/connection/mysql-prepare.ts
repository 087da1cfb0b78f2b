import type { Connection as MysqlClient, PrepareStatementInfo } from "mysql2";
import { toDatabaseError } from "./mysql-errors.js";

/** The driver's cache of prepared statements. */
const checked = new WeakSet<PrepareStatementInfo>();

/**
 * Prepares a statement. If the connection had not prepared it before, also checks that the transaction still exists.
 * On a node of a Galera cluster, a write of another node can roll back a transaction between two of its statements.
 * The next statement fails with error 1213; but if it is being prepared at that moment, MariaDB 10.11 reports
 * nothing, and runs it and all later ones outside of any transaction. MySQL has no `@@in_transaction`.
 * @param query Sends a text without preparing it.
 * @throws {DatabaseError} of the kind `deadlock` if the transaction has been rolled back, and errors of the database.
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
    // The driver accepts options here as well as in `execute`, and distinguishes statements by them.
    const options = { sql, rowsAsArray: true } as unknown as string;
    connection.prepare(options, (error, statement) => {
      if (error === null) resolve(statement);
      else reject(toDatabaseError(error));
    });
  });
}
