import type { DialectName } from "../../model/model.js";
import type { FieldConfig } from "../config.js";
import { keyNames } from "../keys.js";
import { mistakesAt, type Rule } from "./rule.js";

/** The databases that keep the offset of a value: in a type of their own, or as text. */
const keepOffsets: Readonly<Record<"datetime" | "time", readonly DialectName[]>> = {
  datetime: ["mssql", "sqlite"],
  time: ["postgres"],
};

/** The database must be able to keep the zone of a field. */
export const zones: Rule = ({ fields, database }) =>
  fields.flatMap(({ entity, name, field, path }) => {
    const isUnique = field.isUnique === true || keyNames(entity).includes(name);
    const message = zoneMistake(field, database?.dialect, isUnique);
    return message === undefined ? [] : mistakesAt(path, [["zone", message]]);
  });

function zoneMistake(
  { type, zone, storedAs }: FieldConfig,
  dialect: DialectName | undefined,
  isUnique: boolean,
): string | undefined {
  if (zone === undefined) return undefined;
  if (type !== "datetime" && type !== "time")
    return `is for a "datetime" or "time" only, this field is "${type}".`;
  if (type === "time" && zone === "utc")
    return 'found "utc"; a time of day is no instant: it has the zone "none" or "offset".';
  if (zone !== "offset") return undefined;
  if (storedAs !== undefined)
    return 'found "offset"; it cannot be combined with "storedAs", which has no place for an offset.';
  if (dialect === "sqlite" && isUnique)
    return 'found "offset"; "sqlite" stores it as text, so that the same instant could be there twice: a key or a unique field cannot have it.';
  return dialect === undefined || keepOffsets[type].includes(dialect)
    ? undefined
    : `found "offset"; the dialect "${dialect}" has no type for a "${type}" with its offset, only ${keepOffsets[type].map((name) => `"${name}"`).join(" and ")} can keep it.`;
}
