import type { TableEntity } from "../../../model/model.js";
import type { Awaitable } from "../../../time/when-there.js";
import { assessChange } from "../../schema/compare/assess-change.js";
import { countOf } from "../../schema/compare/count-rows.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import type { StoredColumn, StoredTable } from "../../schema/stored/stored-schema.js";
import { sql, type AnyKysely, type Sql } from "../../sql/sql.js";
import { tableName } from "../../sql/table-name.js";
import type { Risk } from "../migration.js";
import type { Action } from "./action.js";
import { conditionText, listedColumns } from "./statement-reader.js";
import { lengthOf } from "./type-change.js";
import { hasNoCondition } from "./parse-rows.js";
import type { RatedStep } from "./rate-script.js";
import type { RatingDialect } from "./rate-statement.js";
import { leavesNoValue } from "./shared-risks.js";

/** The effect of a statement on the rows of a database. */
export interface RowAnswer {
  readonly notes: readonly string[];
  /** The risks that do not apply to these rows. */
  readonly settled: ReadonlySet<Risk>;
  /** Whether some of these rows stop the statement. */
  readonly fails: boolean;
}

/** The database, and its tables before and after the migration. */
export interface AskedDatabase {
  readonly db: AnyKysely;
  readonly dialect: TableDialect & RatingDialect;
  readonly stored: readonly StoredTable[];
  readonly wanted: readonly TableEntity[];
}

/** Up to this number of rows, a statement that reads or writes all rows takes a moment. */
export const FEW_ROWS = 10_000;

/** Finds the effect of a step on the rows, by read-only statements. */
export async function askRows({ actions, risks }: RatedStep, asked: AskedDatabase): Promise<RowAnswer> {
  const notes: string[] = [];
  let isFew = true;
  let isSafe = true;
  let fails = false;
  for (const action of actions) {
    const table = findByName(asked.stored, action.table ?? "");
    if (table === undefined) {
      notes.push(`There is no table "${action.table ?? ""}" in this database.`);
      isFew = false;
      isSafe = false;
      continue;
    }
    const rows = await countOf(asked.db, sql`${idOf(table)}`);
    isFew &&= rows <= FEW_ROWS;
    if (risks.length > 0) notes.push(`"${table.name}" has ${inWords(rows, "row")}.`);
    const question = questions[action.kind];
    if (question === undefined) continue;
    const answer = await answerTo(question, { ...asked, action, table, rows });
    if (answer.note !== undefined) notes.push(answer.note);
    isSafe &&= answer.isSafe;
    fails ||= answer.fails === true;
  }
  const settled = new Set<Risk>();
  if (actions.length > 0 && isFew) for (const risk of short) settled.add(risk);
  const isAsked = actions.some(({ kind }) => questions[kind] !== undefined);
  if (isAsked && isSafe) settled.add("may fail");
  return { notes: [...new Set(notes)], settled, fails };
}

const short: readonly Risk[] = ["locks reads", "locks writes", "rewrites table"];

interface Answer {
  readonly note?: string | undefined;
  /** Whether the statement succeeds for all rows. */
  readonly isSafe: boolean;
  readonly fails?: true;
}

interface Question extends AskedDatabase {
  readonly action: Action;
  readonly table: StoredTable;
  readonly rows: number;
}

type Ask = (question: Question) => Awaitable<Answer>;

async function answerTo(ask: Ask, question: Question): Promise<Answer> {
  try {
    return await ask(question);
  } catch (error) {
    return unsafe(`Its rows cannot be read: ${(error as Error).message}.`);
  }
}

const questions: Readonly<Partial<Record<Action["kind"], Ask>>> = {
  "drop table": ({ rows }) => lost(rows, "row"),
  truncate: ({ rows }) => lost(rows, "row"),
  delete: async (question) => {
    const condition = conditionText(question.action.part, "where");
    if (condition === undefined && !hasNoCondition(question.action.part)) return safe();
    return lost(await meantRows(question, condition), "row");
  },
  update: async (question) => {
    const meant = await meantRows(question, conditionText(question.action.part, "where"));
    return safe(`${inWords(meant, "row")} would be changed.`);
  },
  "drop column": async ({ action, table, db }) => {
    const column = columnOf(table, action.name);
    if (column === undefined) return missing(action);
    return lost(await countOf(db, sql`${idOf(table)} where ${sql.id(column.name)} is not null`), "value");
  },
  "add column": ({ action, rows }) => (leavesNoValue(action) ? failing(rows) : safe()),
  "set not null": nulls,
  "alter type": changedType,
  "redefine column": changedType,
  "add unique": duplicates,
  "add primary key": duplicates,
  "create index": () => safe(),
  "create unique index": duplicates,
  "add foreign key": orphans,
  "add check": async ({ action, table, db }) => {
    const condition = conditionText(action.part, "check");
    if (condition === undefined) return unsafe();
    return failing(await countOf(db, sql`${idOf(table)} where not (${sql.raw(condition)})`));
  },
};

function safe(note?: string): Answer {
  return { note, isSafe: true };
}

function unsafe(note?: string): Answer {
  return { note, isSafe: false };
}

function stopped(note: string): Answer {
  return { note, isSafe: false, fails: true };
}

/** The number of rows that a `delete` or an `update` with this condition is for. */
async function meantRows(
  { action, rows, table, db }: Question,
  condition: string | undefined,
): Promise<number> {
  if (condition === undefined || hasNoCondition(action.part)) return rows;
  return countOf(db, sql`${idOf(table)} where ${sql.raw(condition)}`);
}

function lost(rows: number, what: string): Answer {
  return safe(`${inWords(rows, what)} would be lost.`);
}

function failing(rows: number): Answer {
  return rows === 0
    ? safe("No row stops it.")
    : stopped(`It would fail: ${inWords(rows, "row")} ${rows === 1 ? "does" : "do"} not fit.`);
}

function missing({ name = "", table = "" }: Action): Answer {
  return unsafe(`There is no column "${name}" in "${table}" of this database.`);
}

async function nulls({ action, table, db }: Question): Promise<Answer> {
  const column = columnOf(table, action.name);
  if (column === undefined) return missing(action);
  return failing(await countOf(db, sql`${idOf(table)} where ${sql.id(column.name)} is null`));
}

/** Texts are checked by the length in the statement, all others by the field of the snapshot after the migration. */
async function changedType(question: Question): Promise<Answer> {
  const { action, table, db, dialect, wanted } = question;
  const stored = columnOf(table, action.name);
  if (stored === undefined) return missing(action);
  if (action.kind === "redefine column" && action.definition?.isNotNull === true && stored.isNullable) {
    const empty = await nulls(question);
    if (!empty.isSafe) return empty;
  }
  const length = lengthOf(action.definition?.type ?? "");
  if (length !== undefined && (stored.length !== undefined || lengthOf(stored.type) !== undefined))
    return longer(question, stored, length);
  const entity = wanted.find((each) => each.table.toLowerCase() === table.name.toLowerCase());
  const field = entity?.fields.find(({ column }) => column.toLowerCase() === stored.name.toLowerCase());
  if (entity === undefined || field === undefined)
    return unsafe(`The snapshot of the migration has no column "${stored.name}" in "${table.name}".`);
  const altered = { entity, table, field, stored, change: { type: true, nullability: false } };
  const change = { kind: "alter", message: "", isOptional: true, statements: [], altered } as const;
  const assessed = await assessChange(db, change, dialect);
  if (assessed.kind === "alter") return safe("Each value fits.");
  return unsafe(assessed.message.trim());
}

async function longer(
  { table, db, dialect }: Question,
  { name }: StoredColumn,
  most: number,
): Promise<Answer> {
  const length = sql`${sql.raw(dialect.risks.length)}(${sql.id(name)})`;
  const found = await countOf(db, sql`${idOf(table)} where ${length} > ${sql.lit(most)}`);
  if (found === 0) return safe("Each text fits.");
  const what = found === 1 ? "has a longer text" : "have longer texts";
  return unsafe(`It would fail or cut: ${inWords(found, "row")} ${what}.`);
}

async function duplicates({ action, table, db, dialect }: Question): Promise<Answer> {
  const names = action.kind === "create unique index" ? action.columns : listedColumns(action.part);
  const columns = names?.map((name) => columnOf(table, name));
  if (columns === undefined || columns.length === 0 || !columns.every((column) => column !== undefined))
    return unsafe("Its duplicates are not counted: they are not of plain columns.");
  const ids = columns.map(({ name }) => sql.id(name));
  const filter = conditionText(action.part, "where");
  const conditions = [
    ...(filter === undefined ? [] : [sql`(${sql.raw(filter)})`]),
    ...(dialect.risks.hasUniqueNulls === true ? [] : ids.map((id) => sql`${id} is not null`)),
  ];
  const where = conditions.length === 0 ? sql`` : sql` where ${all(conditions)}`;
  const groups = sql`(select count(*) as n from ${idOf(table)}${where} group by ${sql.join(ids)} having count(*) > 1)`;
  const sum = sql<{ n: unknown }>`select coalesce(sum(n), 0) as n from ${groups} as groups_of_rows`;
  const { rows } = await sum.execute(db);
  const found = Number(rows[0]?.n ?? 0);
  if (found === 0) return safe("No rows have the same values.");
  return stopped(`It would fail: ${inWords(found, "row")} have the values of another.`);
}

async function orphans({ action, table, db, stored }: Question): Promise<Answer> {
  const target = findByName(stored, action.target ?? "");
  if (target === undefined) return unsafe(`There is no table "${action.target ?? ""}" in this database.`);
  const columns = (action.columns ?? []).map((name) => columnOf(table, name));
  const listed = listedColumns(action.part, "references");
  const targets = (listed.length > 0 ? listed : target.primaryKey).map((name) => columnOf(target, name));
  const pairs = columns.flatMap((column, index) => {
    const other = targets[index];
    return column === undefined || other === undefined
      ? []
      : [[sql.id("o", column.name), sql.id("t", other.name)] as const];
  });
  if (pairs.length === 0 || pairs.length !== columns.length)
    return missing({ ...action, name: action.columns?.join() });
  const isSet = all(pairs.map(([id]) => sql`${id} is not null`));
  const isSame = all(pairs.map(([id, other]) => sql`${id} = ${other}`));
  const found = await countOf(
    db,
    sql`${idOf(table)} as o where ${isSet} and not exists (select 1 from ${idOf(target)} as t where ${isSame})`,
  );
  if (found === 0) return safe("Each row has its target.");
  const outcome = action.isUnchecked === true ? "Its validation would fail" : "It would fail";
  return stopped(`${outcome}: ${inWords(found, "row")} ${found === 1 ? "has" : "have"} no target.`);
}

function all(conditions: readonly Sql[]): Sql {
  return sql.join(conditions, sql` and `);
}

function findByName(tables: readonly StoredTable[], name: string): StoredTable | undefined {
  return tables.find((table) => table.name.toLowerCase() === name && !table.isView);
}

function columnOf({ columns }: StoredTable, name = ""): StoredColumn | undefined {
  return columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
}

function idOf({ schema, name }: StoredTable): Sql {
  return tableName({ schema, table: name });
}

function inWords(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}
