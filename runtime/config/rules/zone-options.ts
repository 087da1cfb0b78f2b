import { indexKind } from "../../model/index-options.js";
import { dialectFacts, dialectNames, type DialectName } from "../../model/settings/dialect-facts.js";
import type { FieldConfig } from "../config.js";
import { keyNames } from "../keys.js";
import { fieldRule } from "./rule.js";
import { quoteAll } from "../../model/names.js";

/** The database must be able to keep the zone of a field. */
export const zoneOptions = fieldRule(function* (field, { entity, name }, { database }) {
  const findsOne = indexKind(field) === "unique" || keyNames(entity).includes(name);
  const message = zoneMistake(field, database?.dialect, findsOne);
  if (message !== undefined) yield ["zone", message];
});

function zoneMistake(
  { type, zone, storedAs }: FieldConfig,
  dialect: DialectName | undefined,
  findsOne: boolean,
): string | undefined {
  if (zone === undefined) return undefined;
  if (type !== "datetime" && type !== "time")
    return `is for a "datetime" or "time" only, this field is "${type}".`;
  if (type === "time" && zone === "utc")
    return 'found "utc"; a time of day is no instant: it has the zone "none" or "offset".';
  if (zone !== "offset") return undefined;
  if (storedAs !== undefined)
    return 'found "offset"; it cannot be combined with "storedAs", which has no place for an offset.';
  if (dialect !== undefined && !dialectFacts[dialect].hasTimeTypes && findsOne)
    return `found "offset"; "${dialect}" stores it as text, so that the same instant could be there twice: a key or a unique field cannot have it.`;
  const able = dialectNames.filter((name) => dialectFacts[name].keepsOffset.includes(type));
  return dialect === undefined || able.includes(dialect)
    ? undefined
    : `found "offset"; the dialect "${dialect}" has no type for a "${type}" with its offset, only ${quoteAll(able, " and ")} can keep it.`;
}
