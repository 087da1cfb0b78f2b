import { it } from "vitest";
import type { DialectTarget } from "../conformance/targets.js";

/** SQL with which tests prepare and watch a database without the product. */
export interface Words {
  readonly begin: string;
  /** Whether these bytes, sent by the product, are a commit. */
  readonly isCommit: (bytes: Buffer) => boolean;
  /**
   * Creates a table `ledger` with a row for each change of a row of `thing`. Its `entry` also counts changes that
   * were rolled back.
   */
  readonly ledger: readonly string[];
  /** Concurrent changes of the things 1 and 2 deadlock: each locks its own row, and then wants the other's. */
  readonly deadlocks: readonly string[];
  /** Makes inserts into `thing` take 5 seconds. */
  readonly slowThings: readonly string[];
  /** Locks the table for all other sessions, until `unlock`. */
  readonly lockTable: readonly string[];
  readonly unlock: string;
  /** Makes the database answer writes before they are on disk, if this can be set for one database. */
  readonly answersEarly: readonly string[];
  /** Returns the `id` of each other connection to the database; `kill` ends it. */
  readonly others: string;
  readonly kill: (id: unknown) => string;
  /** Returns the `id` of each connection that waits for a table lock, or for a row lock. */
  readonly waiting: string;
  readonly waitingForRow: string;
}

const postgres: Words = {
  begin: "start transaction",
  // The zero byte excludes settings such as `synchronous_commit`.
  isCommit: (bytes) => bytes.includes("commit\0"),
  ledger: [
    "create table ledger (entry int generated always as identity primary key, thing int)",
    "create function note() returns trigger language plpgsql as $$ begin insert into ledger (thing) values (new.id); return new; end $$",
    "create trigger noted after insert or update on thing for each row execute function note()",
  ],
  deadlocks: [
    "create table shared (id int primary key, count int)",
    "insert into shared values (1, 0), (2, 0)",
    `create function share() returns trigger language plpgsql as $$ begin
      update shared set count = count + 1 where id = new.id;
      perform pg_sleep(0.3);
      update shared set count = count + 1 where id = 3 - new.id;
      return new;
    end $$`,
    "create trigger shares after update on thing for each row execute function share()",
  ],
  slowThings: [
    "create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(5); return new; end $$",
    "create trigger slows after insert on thing for each row execute function slow()",
  ],
  lockTable: ["begin", "lock table thing in access exclusive mode"],
  unlock: "rollback",
  answersEarly: [
    "do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$",
  ],
  others:
    "select pid as id from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  kill: (id) => `select pg_terminate_backend(${String(id)})`,
  waiting:
    "select pid as id from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  waitingForRow:
    "select pid as id from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
};

export const mysql: Words = {
  begin: "start transaction",
  isCommit: (bytes) => bytes.includes("commit"),
  ledger: [
    "create table ledger (entry int auto_increment primary key, thing int)",
    "create trigger noted after update on thing for each row insert into ledger (thing) values (new.id)",
    "create trigger noted_too after insert on thing for each row insert into ledger (thing) values (new.id)",
  ],
  deadlocks: [
    "create table shared (id int primary key, count int)",
    "insert into shared values (1, 0), (2, 0)",
    `create trigger shares after update on thing for each row begin
      declare ignored int;
      update shared set count = count + 1 where id = new.id;
      set ignored = sleep(0.3);
      update shared set count = count + 1 where id = 3 - new.id;
    end`,
  ],
  slowThings: ["create trigger slows after insert on thing for each row set @ignored = sleep(5)"],
  lockTable: ["lock tables thing write"],
  unlock: "unlock tables",
  answersEarly: [],
  others: "select id from information_schema.processlist where db = database() and id <> connection_id()",
  kill: (id) => `kill ${String(id)}`,
  waiting:
    "select id from information_schema.processlist where db = database() and state like 'Waiting for table%lock'",
  waitingForRow:
    "select trx_mysql_thread_id as id from information_schema.innodb_trx where trx_state = 'LOCK WAIT' and trx_mysql_thread_id in (select id from information_schema.processlist where db = database())",
};

/**
 * A commit is a separate message (MS-TDS 2.2.6.9: TM_COMMIT_XACT), after 8 bytes of packet header and 22 of all
 * headers.
 */
const TRANSACTION_MANAGER = 14;
const COMMIT = 7;

const mssql: Words = {
  begin: "begin transaction",
  isCommit: (bytes) => bytes[0] === TRANSACTION_MANAGER && bytes.readUInt16LE(30) === COMMIT,
  ledger: [
    "create table ledger (entry int identity primary key, thing int)",
    "create trigger noted on thing after insert, update as insert into ledger (thing) select id from inserted",
  ],
  deadlocks: [
    "create table shared (id int primary key, count int)",
    "insert into shared values (1, 0), (2, 0)",
    `create trigger shares on thing after update as begin
      update shared set count = count + 1 where id in (select id from inserted);
      waitfor delay '00:00:00.300';
      update shared set count = count + 1 where id in (select 3 - id from inserted);
    end`,
  ],
  slowThings: ["create trigger slows on thing after insert as waitfor delay '00:00:05'"],
  // Altering the table takes an exclusive lock; the change is rolled back.
  lockTable: ["begin transaction", "alter table thing add held int"],
  unlock: "rollback transaction",
  answersEarly: ["alter database current set delayed_durability = forced"],
  others:
    "select session_id as id from sys.dm_exec_sessions where database_id = db_id() and session_id <> @@spid",
  kill: (id) => `kill ${String(id)}`,
  waiting:
    "select session_id as id from sys.dm_exec_requests where database_id = db_id() and wait_type like 'LCK%'",
  waitingForRow:
    "select session_id as id from sys.dm_exec_requests where database_id = db_id() and wait_type like 'LCK%'",
};

const words: Readonly<Record<string, Words>> = { postgres, mysql, mssql };

/** `undefined`, with a visible skip, for a database without a network, or without these statements. */
export function wordsOf({ name }: DialectTarget): Words | undefined {
  if (words[name] === undefined) it.skip("not run: this database has no test statements", () => undefined);
  return words[name];
}
