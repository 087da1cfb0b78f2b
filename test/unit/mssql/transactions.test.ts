import { EventEmitter } from "node:events";
import mssql from "mssql";
import { expect, test, vi } from "vitest";
import {
  beginTransaction,
  endTransaction,
} from "../../../runtime/database/dialects/mssql/connection/mssql-transaction.js";
import type { IsolationLevel } from "../../../runtime/database/wire/isolation-level.js";

/** A transaction like the driver's: it gives its connection back after an error has ended it. */
class FakeTransaction extends EventEmitter {
  readonly _acquiredConnection = { hasError: false, close: vi.fn() };
  readonly commit = vi.fn(() => Promise.resolve());
  readonly rollback = vi.fn(() => Promise.reject(new Error("It is closed.")));
  isolationLevel = mssql.ISOLATION_LEVEL.READ_COMMITTED;

  request(): { readonly batch: () => Promise<void> } {
    return { batch: () => Promise.reject(new Error("The connection is lost.")) };
  }

  begin(level = this.isolationLevel): Promise<void> {
    this.isolationLevel = level;
    return Promise.resolve();
  }
}

test.each<[IsolationLevel | undefined, boolean]>([
  [undefined, false],
  ["read committed", false],
  ["serializable", true],
  ["snapshot", true],
])(
  "a connection to SQL Server is reused only if its isolation level is the default: %s",
  async (level, isLeft) => {
    const transaction = new FakeTransaction();
    await beginTransaction(mssql, transaction as unknown as mssql.Transaction, level);
    transaction.emit("rollback", false);
    expect(transaction._acquiredConnection.hasError).toBe(false);
    transaction.emit("rollback", true);
    expect(transaction._acquiredConnection.hasError).toBe(isLeft);
  },
);

test("the connection of a transaction that cannot end is closed and given back to the pool", async () => {
  const transaction = new FakeTransaction();
  await transaction.begin(mssql.ISOLATION_LEVEL.SNAPSHOT);
  const ended = endTransaction(mssql, transaction as unknown as mssql.Transaction, "commit");
  await expect(ended).rejects.toThrow("The connection is lost.");
  expect(transaction.commit).not.toHaveBeenCalled();
  expect(transaction._acquiredConnection.close).toHaveBeenCalledOnce();
  // The driver gives a connection back only at the end of its transaction.
  expect(transaction.rollback).toHaveBeenCalledOnce();
});

test("after a failed commit that gave its connection back, no rollback is needed", async () => {
  const conflict = new mssql.TransactionError("The current transaction failed to commit.", "EREQUEST");
  const ended = new mssql.TransactionError("Transaction has not begun. Call begin() first.", "ENOTBEGUN");
  const transaction = new FakeTransaction();
  transaction.commit.mockRejectedValue(conflict);
  transaction.rollback.mockRejectedValue(ended);
  const end = (how: "commit" | "rollback") =>
    endTransaction(mssql, transaction as unknown as mssql.Transaction, how);
  await expect(end("commit")).rejects.toBe(conflict);
  await end("rollback");
  transaction.commit.mockRejectedValue(ended);
  await expect(end("commit")).rejects.toBe(ended);
});
