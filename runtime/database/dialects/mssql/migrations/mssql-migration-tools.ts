import {
  findingTable,
  type MigrationTools,
  type ShadowSyntax,
  type ApplyingSyntax,
} from "../../../migrations/migration-dialect.js";
import { mssqlRisks } from "./mssql-risks.js";
import { bracketed, unicodeText } from "../mssql-names.js";
import { inSessionLock, type SessionLock } from "../../../schema/schema-lock.js";
import { sql, type AnyKysely } from "../../../sql/sql.js";
import {
  firstWords,
  standardQuotes,
  type ScriptSyntax,
  type ScriptToken,
} from "../../../migrations/scripts/script-tokens.js";

export const mssqlScript: ScriptSyntax = {
  hasNestedComments: true,
  quotes: { ...standardQuotes, "[": { kind: "name", end: "]", isDoubled: true } },
  word: /[\p{L}\p{N}_@#$]+/uy,
  // A line of sqlcmd and SQL Server Management Studio.
  separator: "go",
  goesOn,
  handlesTransactions,
};

/** Procedures, functions and triggers take the rest of their batch, up to `go`. */
const ROUTINE = /^(create|alter)( or alter)? (procedure|proc|function|trigger)\b/;

/**
 * A variable lives until the end of its batch, so that all statements from its declaration on are sent
 * together. Others end with a semicolon outside `begin … end`.
 */
function goesOn(tokens: readonly ScriptToken[]): boolean {
  if (isRoutine(tokens) || tokens.some(({ word }) => word === "declare")) return true;
  let depth = 0;
  tokens.forEach(({ word }, index) => {
    const next = tokens[index + 1]?.word ?? "";
    if (
      word === "case" ||
      (word === "begin" && !/^(tran|transaction|distributed|dialog|conversation)$/.test(next))
    )
      depth++;
    else if (word === "end" && next !== "conversation") depth--;
  });
  return depth > 0;
}

/** `ansi_defaults` includes `implicit_transactions`, and both may stand in a list of options. */
const IMPLICIT = /(?:^| )set (?:\w+ , )*(?:implicit_transactions|ansi_defaults)(?: , \w+)* on\b/;

/** Statements need no semicolon between them, so that the whole text is searched. */
function handlesTransactions(tokens: readonly ScriptToken[]): boolean {
  return !isRoutine(tokens) && IMPLICIT.test(tokens.map(({ word }) => word).join(" "));
}

function isRoutine(tokens: readonly ScriptToken[]): boolean {
  return ROUTINE.test(firstWords(tokens));
}

/** By error number (learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors). */
const findings = findingTable({
  there: [1779, 1913, 2705, 2714, 2759, 15335],
  gone: [208, 3701, 3728, 4902, 4924, 15225, 15248],
  noRight: [229, 230, 262, 1088, 15151, 15247],
});

/** The same name as that of `alone`, so that neither runs while the other does. */
const RESOURCE = "data-api";

/**
 * Of the session, because some statements are in no transaction
 * (learn.microsoft.com/sql/relational-databases/system-stored-procedures/sp-getapplock-transact-sql).
 */
const lock: SessionLock = {
  tryLock,
  unlock: sql`exec sp_releaseapplock @Resource = ${sql.lit(RESOURCE)}, @LockOwner = 'Session'`,
};

const mssqlApplying: ApplyingSyntax = {
  exclusively: (db, work, onWait) => inSessionLock(lock, db, work, onWait),
  transaction: (connection, _, work) => connection.transaction().execute(work),
  user: sql`original_login()`,
  findings: (error) => findings.get(Number((error as { number?: unknown }).number)),
};

async function tryLock(connection: AnyKysely): Promise<boolean> {
  const { rows } = await sql<{ result: number }>`
    declare @result int;
    exec @result = sp_getapplock @Resource = ${sql.lit(RESOURCE)}, @LockMode = N'Exclusive', @LockOwner = N'Session', @LockTimeout = 0;
    select @result as result`.execute(connection);
  return (rows[0]?.result ?? -1) >= 0;
}

export const mssqlShadow: ShadowSyntax = {
  // Azure SQL has no `single_user`, drops a database in use, and `db_id` finds no other database there
  // (learn.microsoft.com/sql/t-sql/statements/drop-database-transact-sql, …/sql/t-sql/functions/db-id-transact-sql).
  // A server checks a whole batch before it runs: what it does not know is a batch of its own.
  drop: (name) => [
    sql`if ${isAzure} exec (${unicodeText(`drop database if exists ${bracketed(name)}`)})`,
    // Elsewhere, a database in use cannot be dropped.
    sql`if not ${isAzure} and db_id(${unicodeText(name)}) is not null exec (${unicodeText(`alter database ${bracketed(name)} set single_user with rollback immediate; drop database ${bracketed(name)}`)})`,
  ],
  databaseNames: {
    parts: 3,
    words: ["use"],
    kinds: ["database"],
    known: ["dbo", "sys"],
    runsTexts: true,
  },
  right: "alter server role dbcreator add member …",
};

const isAzure = sql`serverproperty('EngineEdition') = 5`;

export const mssqlMigrationTools: MigrationTools = {
  script: mssqlScript,
  risks: mssqlRisks,
  applying: mssqlApplying,
  shadow: mssqlShadow,
};
