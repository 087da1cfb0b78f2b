import {
  findingTable,
  type MigrationTools,
  type ApplyingSyntax,
} from "../../../migrations/migration-dialect.js";
import { postgresRisks } from "./postgres-risks.js";
import { sql, type AnyKysely } from "../../../sql/sql.js";
import { inSessionLock, type SessionLock } from "../../../schema/schema-lock.js";
import {
  firstWords,
  type ScriptToken,
  standardQuotes,
  type ScriptSyntax,
} from "../../../migrations/scripts/script-tokens.js";
import { SCHEMA_LOCK, takesLock } from "../schema/postgres-schema.js";

export const postgresScript: ScriptSyntax = {
  hasNestedComments: true,
  quotes: standardQuotes,
  dollarQuote: /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy,
  escapingPrefix: "e",
  word: /[\p{L}\p{N}_][\p{L}\p{N}_$]*/uy,
  goesOn,
};

/**
 * The body of a function may be `begin atomic … end` with statements in it, and a rule has statements in parentheses.
 * Otherwise, it splits like `psql`.
 */
function goesOn(tokens: readonly ScriptToken[]): boolean {
  const start = /^create (?:or replace )?(function|procedure|rule)\b/.exec(firstWords(tokens));
  if (start === null) return false;
  return start[1] === "rule" ? depth(tokens, ["("], ")") > 0 : isInBody(tokens);
}

function isInBody(tokens: readonly ScriptToken[]): boolean {
  const begin = tokens.findIndex(
    ({ word }, index) => word === "begin" && tokens[index + 1]?.word === "atomic",
  );
  return begin !== -1 && depth(tokens.slice(begin), ["begin", "case"], "end") > 0;
}

function depth(tokens: readonly ScriptToken[], opening: readonly string[], closing: string): number {
  let level = 0;
  for (const { word } of tokens) {
    if (opening.includes(word)) level++;
    else if (word === closing) level--;
  }
  return level;
}

/** By SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html). */
const findings = findingTable({
  there: ["42P04", "42P06", "42P07", "42701", "42710", "42712", "42723", "42P16"],
  gone: ["42P01", "42703", "42704", "42883", "3F000"],
  noRight: ["42501"],
});

/** Of the session, because some statements are in no transaction. */
const lock: SessionLock = {
  tryLock: (connection) => takesLock(connection, "pg_try_advisory_lock"),
  unlock: sql`select pg_advisory_unlock(${SCHEMA_LOCK})`,
};

const postgresApplying: ApplyingSyntax = {
  exclusively: (db, work, onWait) => inSessionLock(lock, db, work, onWait),
  transaction: (connection, _, work) => connection.transaction().execute(work),
  user: sql`session_user`,
  beforeRepeat: dropInvalidIndex,
  findings: (error) => findings.get(String((error as { code?: unknown }).code)),
};

/**
 * Drops the index that a broken `create index concurrently` leaves, which no query uses
 * (postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY).
 */
async function dropInvalidIndex(db: AnyKysely, tokens: readonly ScriptToken[]): Promise<void> {
  const words = tokens.map(({ word }) => word);
  const start = words.indexOf("concurrently");
  if (words[0] !== "create" || start === -1) return;
  const on = words.indexOf("on", start);
  const afterExists = words.indexOf("exists", start);
  const nameAt = afterExists !== -1 && afterExists < on ? afterExists + 1 : start + 1;
  const name = tokens[nameAt];
  if (name === undefined || nameAt >= on) return;
  const table = textBetween(tokens, words[on + 1] === "only" ? on + 2 : on + 1);
  const index = name.kind === "name" ? name.text.slice(1, -1).replaceAll('""', '"') : name.word;
  const { rows } = await sql<{ place: string }>`
    select c.oid::regclass::text as place from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(${table}) and c.relname = ${index} and not i.indisvalid`.execute(db);
  for (const { place } of rows) await sql`drop index concurrently ${sql.raw(place)}`.execute(db);
}

/** `"public"."item"`: the name that begins at this token. */
function textBetween(tokens: readonly ScriptToken[], start: number): string {
  const parts: string[] = [];
  for (let place = start; place < tokens.length; place += 2) {
    parts.push(tokens[place]?.text ?? "");
    if (tokens[place + 1]?.word !== ".") break;
  }
  return parts.join(".");
}

export const postgresMigrationTools: MigrationTools = {
  script: postgresScript,
  risks: postgresRisks,
  applying: postgresApplying,
  shadow: {
    drop: (name) => [sql`drop database if exists ${sql.id(name)} with (force)`],
    databaseNames: { parts: Infinity, words: [], kinds: ["database"], known: [] },
    right: "alter role … createdb",
  },
};
