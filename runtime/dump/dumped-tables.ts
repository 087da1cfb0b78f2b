import { sameName } from "../database/schema/stored/find-stored.js";
import { DumpError } from "../errors/dump-error.js";
import { suggestion } from "../errors/nearest.js";
import type { Entity, Model } from "../model/model.js";

/**
 * The tables that an export copies: those of the entities, of their many-to-many lists, the audit, and users' keys
 * and second factors, without which an account would be less safe. Sessions,
 * idempotency keys, kept changes and deliveries belong to a running server, and read-only entities to other programs.
 * @param names The entities, with their lists. Default: all.
 * @throws {DumpError} for an unknown name.
 */
export function dumpedTables(
  { tables, entities, idempotency, sessions, outbox, webhooks }: Model,
  names?: readonly string[],
): readonly Entity[] {
  const ofServer = [
    ...[idempotency?.table, sessions?.table, outbox?.table, outbox?.state],
    ...[webhooks?.table, webhooks?.deliveries],
  ];
  const dumped = tables.filter((table) => !table.isReadOnly && !ofServer.includes(table));
  return tablesNamed(dumped, names, (name, known) => {
    const isReadOnly = entities.some((entity) => sameName(entity.name, name));
    return isReadOnly
      ? `The entity "${name}" is read-only: its rows are not copied.`
      : `There is no entity "${name}".${suggestion(name, known)} There are: ${known.join(", ")}.`;
  });
}

/** The tables with these names, and those of their lists. Default: all. @throws {DumpError} for an unknown name. */
export function tablesNamed<T extends { readonly name: string }>(
  tables: readonly T[],
  names: readonly string[] | undefined,
  refusal: (name: string, known: readonly string[]) => string,
): readonly T[] {
  if (names === undefined) return tables;
  const chosen = names.flatMap((name) => {
    const isItsList = (other: string) => sameName(other.slice(0, name.length + 1), `${name}.`);
    const found = tables.filter((table) => sameName(table.name, name) || isItsList(table.name));
    if (found.length > 0) return found;
    throw new DumpError(
      refusal(
        name,
        tables.map((table) => table.name),
      ),
    );
  });
  return tables.filter((table) => chosen.includes(table));
}
