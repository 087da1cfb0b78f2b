import type { Attributes } from "@opentelemetry/api";
import type { Logger } from "./logger.js";
import type { Metrics } from "./metrics.js";
import { activeTraceId, currentInstruments, isTraced, recordStatementSpan } from "./telemetry.js";

/** An observed statement. Its text has placeholders instead of values. */
export interface ObservedStatement {
  readonly sql: string;
  /** The operation and its entity. Both are missing for custom queries. */
  readonly operation?: string;
  readonly entity?: string;
}

/** Called after each statement, with its start (`performance.now()`) and its error, if any. */
export type ObserveStatement = (statement: ObservedStatement, begin: number, error?: unknown) => void;

/**
 * Creates the observer for slow statements, spans and metrics. `undefined` if all of them are off.
 * @param system The database's name in the semantic conventions.
 * @param slowStatement The duration from which a statement is slow, in milliseconds. 0 for never.
 */
export function createStatementObserver(
  system: string,
  log: Logger,
  metrics: Metrics | undefined,
  slowStatement: number,
): ObserveStatement | undefined {
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

/** The name and attributes of a statement's span (OpenTelemetry's semantic conventions for databases). */
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

/** The kind of a database error. */
function kindOf(error: unknown): string {
  const { kind, name } = error as { readonly kind?: string; readonly name?: string };
  return kind ?? name ?? "error";
}

const MAX_SQL = 2048;

function cut(sql: string): string {
  return sql.length > MAX_SQL ? `${sql.slice(0, MAX_SQL)}…` : sql;
}
