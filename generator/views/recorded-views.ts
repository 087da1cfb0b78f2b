import type { Entity, Model } from "../../runtime/model/model.js";
import { inputFields, type OwnOperation } from "../../runtime/model/own-operation.js";
import { describeFields, describeValues } from "../../runtime/model/schemas/describe-fields.js";
import { columnViews, tableKey } from "./column-views.js";
import { toKey, toLiteral } from "./literal.js";

/** The types of the tables, and of the join tables of many-to-many lists. */
export function databaseView({ entities, database: { dialect } }: Model) {
  const viewOf = (table: Entity) => ({ table: toKey(tableKey(table)), columns: columnViews(table, dialect) });
  const joinTables = entities.flatMap(({ links }) => links.map(({ table }) => table));
  return { tables: [...entities, ...joinTables].map(viewOf) };
}

/** A text for each field, which changes with its definition. */
export function fieldsView(entity: Entity) {
  return { of: entity.name, described: described(describeFields(entity)) };
}

/** The same for the parameters of an operation. */
export function parametersView(operation: OwnOperation) {
  return { of: operation.name, described: described(describeValues(inputFields(operation))) };
}

/** Of code that was not generated for this configuration: a server that uses it does not start. */
export function unknownFieldsView({ of }: { readonly of: string }) {
  return { of, described: [] };
}

function described(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([name, text]) => ({ key: toKey(name), text: toLiteral(text) }));
}
