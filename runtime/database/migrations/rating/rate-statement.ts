import type { ScriptDialect } from "../read-migrations.js";
import type { Risk } from "../migration.js";
import type { Action } from "./action.js";
import { withoutDroppedDefaults, splitStatements } from "./split-statements.js";
import { parseActions } from "./parse-actions.js";
import type { RatedRisk, RatingContext, ServerVersion, StatementRisks } from "./rating.js";
import { readerOf, simpleName, StatementReader } from "./statement-reader.js";

export interface RatingDialect extends ScriptDialect {
  readonly risks: StatementRisks;
}

export interface StatementContext extends Omit<RatingContext, "server"> {
  /** `undefined` if it is unknown: then the oldest supported versions are assumed. */
  readonly server: ServerVersion | undefined;
}

/** The risks of a statement for a database in use. Empty if it is known to be harmless. */
export function rateStatement(
  text: string,
  context: StatementContext,
  dialect: RatingDialect,
): readonly RatedRisk[] {
  const reader = readerOf(text, dialect.script);
  if (reader === undefined) return [notJudged];
  const servers = context.server === undefined ? dialect.risks.assumed : [context.server];
  const actions = actionsOf(text, dialect);
  const rated = servers
    .flatMap((server) =>
      actions.flatMap((action) => rateAction(action, { ...context, server }, dialect.risks)),
    )
    .map((each) => withNames(each, reader));
  return withoutExcluded(firstOfEach(rated), dialect.risks.excluded?.(reader) ?? []);
}

/** The actions of a statement. A text that is not SQL has an unknown action. */
export function actionsOf(text: string, dialect: RatingDialect): readonly Action[] {
  const statements = statementsOf(text, dialect);
  if (statements === undefined) return [{ kind: "unknown", part: new StatementReader([]) }];
  return statements.flatMap(parseActions);
}

/** The statements of a text, which may be several without semicolons. `undefined` if it is not SQL. */
export function statementsOf(text: string, dialect: RatingDialect): readonly StatementReader[] | undefined {
  const reader = readerOf(text, dialect.script);
  if (reader === undefined) return undefined;
  const { hasOptionalSemicolons = false } = dialect.risks;
  return hasOptionalSemicolons ? withoutDroppedDefaults(splitStatements(reader)) : [reader];
}

const notJudged: RatedRisk = {
  risk: "not judged",
  why: "It is not known what this statement locks or loses.",
  safer: 'Read it, and write "-- accept: not judged" before it.',
};

interface ActionRisk extends RatedRisk {
  readonly action: Action;
}

function rateAction(
  action: Action,
  context: RatingContext,
  { rules }: StatementRisks,
): readonly ActionRisk[] {
  const { tables } = context;
  const hasRows = removesRows.includes(action.kind)
    ? tables.isCopy(action.table)
    : removesAll.includes(action.kind) && tables.holdsRows(action.table);
  // A table created in this migration has no rows, and no other session uses it. A copy may insert many rows.
  if (
    tables.isNew(action.table) &&
    !hasRows &&
    (action.target === undefined || tables.isNew(action.target) || action.kind !== "insert")
  )
    return [];
  const fitting = rules.filter(({ on, when }) => on.includes(action.kind) && when(action, context));
  if (fitting.length === 0) return [{ ...notJudged, action }];
  return fitting.flatMap(({ risks }) => risks.map((rated) => ({ ...rated, action })));
}

const removesRows: readonly Action["kind"][] = ["delete", "truncate"];
/** A copy may be dropped as long as its source table exists. */
const removesAll: readonly Action["kind"][] = ["drop table", "drop column", "update"];

/** With the names in the spelling of the statement. */
function withNames({ action, ...rated }: ActionRisk, statement: StatementReader): RatedRisk {
  const written = (name = "…") => statement.tokens.find((token) => simpleName(token) === name)?.text ?? name;
  const safer = rated.safer
    ?.replaceAll("{table}", () => written(action.table))
    .replaceAll("{name}", () => written(action.name));
  return { ...rated, safer };
}

/** One rating for each risk, with the first reason. */
function firstOfEach(rated: readonly RatedRisk[]): readonly RatedRisk[] {
  return rated.filter(({ risk }, index) => rated.findIndex((other) => other.risk === risk) === index);
}

/** The server rejects a statement that its options exclude, before it changes anything. */
function withoutExcluded(rated: readonly RatedRisk[], excluded: readonly Risk[]): readonly RatedRisk[] {
  const left = rated.filter(({ risk }) => !excluded.includes(risk));
  if (left.length === rated.length || left.some(({ risk }) => risk === "may fail")) return left;
  const why = "The server refuses it, because it cannot be done with these options.";
  return [...left, { risk: "may fail", why }];
}
