import { it } from "vitest";
import type { DialectTarget } from "../conformance/targets.js";

/** What tests say to a database beside the product, in its own words. */
export interface Words {
  /** Makes a table `ledger` with a row for each time that a row of `thing` has been changed: its `entry` counts also those that were undone. */
  readonly ledger: readonly string[];
  /** Changing the things 1 and 2 at once is a deadlock: each waits, and then wants what the other has. */
  readonly deadlocks: readonly string[];
  /** A new thing takes 5 seconds. */
  readonly slowThings: readonly string[];
  /** Keeps everybody else from the table, until `unlock`. */
  readonly lockTable: readonly string[];
  readonly unlock: string;
  /** Gives the `id` of each other connection to the database; `kill` ends it. */
  readonly others: string;
  readonly kill: (id: unknown) => string;
  /** Gives the `id` of each connection that waits for a lock on a table, or on a row. */
  readonly waiting: string;
  readonly waitingForRow: string;
}

const postgres: Words = {
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
  others:
    "select pid as id from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  kill: (id) => `select pg_terminate_backend(${String(id)})`,
  waiting:
    "select pid as id from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  waitingForRow:
    "select pid as id from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
};

const mysql: Words = {
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
  others: "select id from information_schema.processlist where db = database() and id <> connection_id()",
  kill: (id) => `kill ${String(id)}`,
  waiting:
    "select id from information_schema.processlist where db = database() and state like 'Waiting for table%lock'",
  waitingForRow:
    "select trx_mysql_thread_id as id from information_schema.innodb_trx where trx_state = 'LOCK WAIT' and trx_mysql_thread_id in (select id from information_schema.processlist where db = database())",
};

const words: Readonly<Record<string, Words>> = { postgres, mysql };

/** Undefined, with a visible skip, for a database that no network is before, or that is not driven to faults yet. */
export function wordsOf({ name }: DialectTarget): Words | undefined {
  if (words[name] === undefined) it.skip("not run: the tests have no words for it", () => undefined);
  return words[name];
}
