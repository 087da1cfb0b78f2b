/**
 * Measures what a change of a table with a million rows does to others: how long the statement takes, and the longest
 * time that a select and an insert waited meanwhile. Each change gets a table of its own.
 */
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import type { DatabaseConfig } from "data-api";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { databases } from "./databases/bench-database.js";
import { formatTable } from "./report.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: "string", default: "1000000" } },
});
const rows = Number(values.rows);

interface Session {
  readonly run: (statement: string) => Promise<unknown>;
  readonly end: () => Promise<void>;
}

/** How a database is measured. */
interface Target {
  readonly connect: (config: DatabaseConfig) => Promise<Session>;
  readonly version: string;
  /** Creates `template`, which has all rows, and `target`, which a foreign key can reference. */
  readonly prepare: readonly string[];
  /** Creates `item` with the same rows. */
  readonly copy: readonly string[];
  readonly changes: readonly Change[];
}

type Change = readonly [name: string, statement: string, before?: string];

const targets: Readonly<Partial<Record<string, Target>>> = {
  postgres: {
    connect: async (config) => {
      const client = new pg.Client({
        host: config.host,
        port: config.port,
        user: config.userName,
        password: config.password,
        database: config.name,
      });
      await client.connect();
      return { run: async (statement) => client.query(statement), end: () => client.end() };
    },
    version: "show server_version",
    prepare: [
      "create table target (id int primary key)",
      "insert into target select generate_series(1, 1000)",
      `create unlogged table template as select i as id, 1 + i % 1000 as a, 'title ' || i as title, repeat('x', 100) as note
         from generate_series(1, ${rows}) i`,
      "alter table template alter column title type varchar(50)",
    ],
    copy: [
      "drop table if exists item",
      "create table item as select * from template",
      "alter table item add primary key (id)",
      "vacuum analyze item",
    ],
    changes: [
      ["nothing", "select pg_sleep(1)"],
      ["add column, nullable", "alter table item add column x int"],
      ["add column with a constant default", "alter table item add column x int not null default 5"],
      ["add column with a default by row", "alter table item add column x uuid default gen_random_uuid()"],
      ["drop column", "alter table item drop column note"],
      ["varchar(50) to varchar(100)", "alter table item alter column title type varchar(100)"],
      ["int to bigint", "alter table item alter column a type bigint"],
      ["set not null", "alter table item alter column a set not null"],
      [
        "set not null, proven by a check",
        "alter table item alter column a set not null",
        "alter table item add constraint ck check (a is not null)",
      ],
      ["add check", "alter table item add constraint ck check (a > 0)"],
      ["add check not valid", "alter table item add constraint ck check (a > 0) not valid"],
      [
        "validate check",
        "alter table item validate constraint ck",
        "alter table item add constraint ck check (a > 0) not valid",
      ],
      ["add foreign key", "alter table item add constraint fk foreign key (a) references target(id)"],
      ["create index", "create index ix on item (a)"],
      ["create index concurrently", "create index concurrently ix on item (a)"],
      ["add unique", "alter table item add constraint uq unique (title)"],
      ["update all rows", "update item set a = a + 0"],
      ["vacuum full", "vacuum full item"],
    ],
  },
  mysql: {
    connect: async ({ host, port, userName, password, name }) => {
      const connection = await createConnection({
        ...(host !== undefined && { host }),
        ...(port !== undefined && { port }),
        ...(userName !== undefined && { user: userName }),
        ...(password !== undefined && { password }),
        ...(name !== undefined && { database: name }),
      });
      return { run: (statement) => connection.query(statement), end: () => connection.end() };
    },
    version: "select version() as server_version",
    prepare: [
      "create table target (id int primary key)",
      "insert into target select seq from seq_1_to_1000",
      `create table template (
         id int primary key auto_increment, a int, title varchar(50), note varchar(200)
       ) character set utf8mb4`,
      `insert into template (a, title, note)
         select 1 + seq % 1000, concat('title ', seq), repeat('x', 100) from seq_1_to_${rows}`,
    ],
    copy: [
      "drop table if exists item",
      "create table item like template",
      "insert into item select * from template",
    ],
    changes: [
      ["nothing", "select sleep(1)"],
      ["add column, nullable", "alter table item add column x int"],
      ["add column with a constant default", "alter table item add column x int not null default 5"],
      ["add column with a default by row", "alter table item add column x varchar(36) default (uuid())"],
      ["drop column", "alter table item drop column note"],
      ["varchar(50) to varchar(60)", "alter table item modify title varchar(60)"],
      ["varchar(50) to varchar(200)", "alter table item modify title varchar(200)"],
      ["int to bigint", "alter table item modify a bigint"],
      ["set not null", "alter table item modify a int not null"],
      ["add check", "alter table item add constraint ck check (a > 0)"],
      ["add foreign key", "alter table item add constraint fk foreign key (a) references target(id)"],
      ["create index", "create index ix on item (a)"],
      ["add unique", "alter table item add constraint uq unique (title)"],
      ["update all rows", "update item set a = a + 1"],
      ["optimize table", "optimize table item"],
    ],
  },
};

for (const database of databases) {
  const target = targets[database.name];
  if (target === undefined || (positionals.length > 0 && !positionals.includes(database.name))) continue;
  const reason = await database.unavailable();
  if (reason === undefined) await measureDatabase(database.name, target);
  else console.log(`== ${database.name} is left out: ${reason}\n`);
}

async function measureDatabase(name: string, target: Target): Promise<void> {
  const empty = await databases.find((database) => database.name === name)?.createEmpty("migrations");
  if (empty === undefined) return;
  const admin = await target.connect(empty.config);
  try {
    for (const statement of target.prepare) await admin.run(statement);
    console.log(
      `== ${name}: ${JSON.stringify(await admin.run(target.version)).match(/\d+\.\d+[.\d]*/)?.[0] ?? ""}\n`,
    );
    const measured: string[][] = [];
    for (const [title, statement, before] of target.changes) {
      for (const each of [...target.copy, ...(before === undefined ? [] : [before])]) await admin.run(each);
      const figures = await measureChange(target, empty.config, admin, statement);
      measured.push([title, ...figures.map((millis) => (millis / 1000).toFixed(2))]);
    }
    const head = [
      `${rows.toLocaleString("en")} rows, seconds`,
      "statement",
      "select waited",
      "insert waited",
    ];
    console.log(`${formatTable(head, measured)}\n`);
    console.log(`${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? "unknown"}\n`);
  } finally {
    await admin.end();
    await empty.drop();
  }
}

async function measureChange(
  target: Target,
  config: DatabaseConfig,
  admin: Session,
  statement: string,
): Promise<readonly number[]> {
  const probes = await Promise.all([
    probe(target, config, () => `select title from item where id = ${1 + Math.floor(Math.random() * rows)}`),
    probe(
      target,
      config,
      (round) => `insert into item (id, a, title) values (${2 * rows + round}, 1, 'new ${round}')`,
    ),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const started = performance.now();
  await admin.run(statement);
  const took = performance.now() - started;
  return [took, ...(await Promise.all(probes.map(({ stop }) => stop())))];
}

/** Sends a statement again and again, and returns the longest time that one took. */
async function probe(
  target: Target,
  config: DatabaseConfig,
  statementOf: (round: number) => string,
): Promise<{ readonly stop: () => Promise<number> }> {
  const session = await target.connect(config);
  const state = { isStopped: false };
  let longest = 0;
  const loop = (async () => {
    for (let round = 0; !state.isStopped; round++) {
      const started = performance.now();
      await session.run(statementOf(round));
      longest = Math.max(longest, performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await session.end();
  })();
  return {
    stop: async () => {
      state.isStopped = true;
      await loop;
      return longest;
    },
  };
}
