import type { Attributes } from "@opentelemetry/api";
import type { Logger } from "./logger.js";
import type { Metrics } from "./metrics.js";
import { activeTraceId, currentInstruments, isTraced, recordStatementSpan } from "./telemetry.js";

/** A statement as it is observed: its text, with placeholders where values are. */
export interface ObservedStatement {
  readonly sql: string;
  /** What is done to which entity; neither for queries of one's own. */
  readonly operation?: string;
  readonly entity?: string;
}

/** Is told of a statement that has ended, when it began (`performance.now()`), and why it failed if it did. */
export type ObserveStatement = (statement: ObservedStatement, begin: number, error?: unknown) => void;

interface StatementObservation {
  readonly log: Logger;
  /** From which time on a statement is slow, in milliseconds; 0 for never. */
  readonly slowStatement: number;
  readonly metrics: Metrics | undefined;
  /** What the semantic conventions call the database. */
  readonly system: string;
}

/** Slow statements for the log, spans and figures; undefined where nobody wants any of it. */
export function createStatementObserver({
  log,
  slowStatement,
  metrics,
  system,
}: StatementObservation): ObserveStatement | undefined {
  const slow = slowStatement > 0 && log.isLevelEnabled("warn") ? slowStatement : Infinity;
  const traced = isTraced();
  const instruments = currentInstruments();
  if (slow === Infinity && metrics === undefined && !traced && instruments === undefined) return undefined;
  return (statement, begin, error) => {
    const ms = performance.now() - begin;
    if (ms >= slow) writeSlow(log, statement, ms);
    metrics?.statement(statement, ms / 1000);
    if (!traced && instruments === undefined) return;
    const { name, attributes } = describeStatement(statement, system);
    const kind = error === undefined ? undefined : kindOf(error);
    if (traced) recordStatementSpan(name, { ...attributes, "db.query.text": cut(statement.sql) }, ms, kind);
    instruments?.statementDuration.record(ms / 1000, {
      ...attributes,
      ...(kind !== undefined && { "error.type": kind }),
    });
  };
}

function writeSlow(log: Logger, { sql, entity, operation }: ObservedStatement, ms: number): void {
  log.warn(
    { ms: Math.round(ms), entity, operation, traceId: activeTraceId(), sql: cut(sql) },
    "slow statement",
  );
}

/** The name of a span and what is known of the statement (OpenTelemetry's semantic conventions for databases). */
function describeStatement(
  { sql, entity }: ObservedStatement,
  system: string,
): { readonly name: string; readonly attributes: Attributes } {
  const [verb = ""] = /^\s*[a-z]+/i.exec(sql) ?? [];
  const operation = verb.trim().toUpperCase();
  return {
    name: [operation, entity].filter(Boolean).join(" ") || system,
    attributes: {
      "db.system.name": system,
      "db.operation.name": operation,
      ...(entity !== undefined && { "db.collection.name": entity }),
    },
  };
}

/** The kind of a fault of the database. */
function kindOf(error: unknown): string {
  const { kind, name } = error as { readonly kind?: string; readonly name?: string };
  return kind ?? name ?? "error";
}

const MAX_SQL = 2048;

function cut(sql: string): string {
  return sql.length > MAX_SQL ? `${sql.slice(0, MAX_SQL)}…` : sql;
}
