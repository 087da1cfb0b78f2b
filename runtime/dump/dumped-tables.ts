import { DumpError } from "../errors/dump-error.js";
import { suggestion } from "../errors/nearest.js";
import type { Entity, Model } from "../model/model.js";

/**
 * The tables that an export copies: those of the entities, of their many-to-many lists, and the audit. Tokens and
 * idempotency keys belong to a running server, and read-only entities to other programs.
 * @param names The entities, with their lists. Default: all.
 * @throws {DumpError} for an unknown name.
 */
export function dumpedTables(
  { tables, entities, idempotency, refreshTokens }: Model,
  names?: readonly string[],
): readonly Entity[] {
  const ofServer = [idempotency?.table, refreshTokens?.table];
  const dumped = tables.filter((table) => !table.isReadOnly && !ofServer.includes(table));
  if (names === undefined) return dumped;
  const chosen = names.flatMap((name) => {
    const found = ofEntity(name, dumped);
    if (found.length > 0) return found;
    const isReadOnly = entities.some((entity) => isSame(entity.name, name));
    const known = dumped.map((table) => table.name);
    throw new DumpError(
      isReadOnly
        ? `The entity "${name}" is read-only: its rows are not copied.`
        : `There is no entity "${name}".${suggestion(name, known)} There are: ${known.join(", ")}.`,
    );
  });
  return dumped.filter((table) => chosen.includes(table));
}

/** The table with this name, and the tables of its lists. */
export function ofEntity<T extends { readonly name: string }>(name: string, tables: readonly T[]): T[] {
  const isItsList = (other: string) => isSame(other.slice(0, name.length + 1), `${name}.`);
  return tables.filter((table) => isSame(table.name, name) || isItsList(table.name));
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
