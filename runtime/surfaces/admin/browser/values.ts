import { stringify } from "lossless-json";
import type { ShownEntity, ShownField, ShownModel, ShownRelation } from "../shown-model.js";
import { readJson } from "./api.js";

export type Row = Readonly<Record<string, unknown>>;

/** A value as people edit it: its exact text, or null. */
export type Text = string | null;

/** Types whose values are JSON where others are texts. */
export function isJson({ type }: Pick<ShownField, "type">): boolean {
  return type === "json" || type === "list";
}

/** Types whose empty text is a value, apart from null. */
export function isText({ type }: Pick<ShownField, "type">): boolean {
  return ["string", "text", "richtext", "xml"].includes(type);
}

export function isLong({ type, maxLength = 0 }: Pick<ShownField, "type" | "maxLength">): boolean {
  return ["text", "richtext", "xml", "json", "list"].includes(type) || maxLength > 400;
}

export function textOf(field: Pick<ShownField, "type">, value: unknown): Text {
  if (value === null || value === undefined) return null;
  return isJson(field) ? (stringify(value) ?? "") : plainText(value);
}

/** A text as it is, and any other value as JSON. */
export function plainText(value: unknown): string {
  return typeof value === "string" ? value : (stringify(value) ?? "");
}

/**
 * A value as JSON text. The server takes the exact text of a value of any type, so that no digit is lost on the way.
 * @throws {Error} If it has to be JSON and is not.
 */
export function toJson(field: Pick<ShownField, "type">, text: Text): string {
  if (text === null) return "null";
  if (!isJson(field)) return JSON.stringify(text);
  try {
    readJson(text);
  } catch {
    throw new Error(field.type === "list" ? 'Not a list in JSON, such as ["a","b"].' : "Not JSON.");
  }
  return text;
}

export function toObject(members: Iterable<readonly [name: string, json: string]>): string {
  return `{${[...members].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

export function labelOf({ name, label }: { readonly name: string; readonly label?: string }): string {
  return label ?? name;
}

export function entityNamed(
  { entities }: Pick<ShownModel, "entities">,
  name: string,
): ShownEntity | undefined {
  return entities.find((entity) => entity.name === name);
}

export function fieldNamed({ fields }: ShownEntity, name: string): ShownField | undefined {
  return fields.find((field) => field.name === name);
}

/** The field that people recognise a record by: its first readable text that has a telling name, else the first one. */
export function titleField({ fields }: ShownEntity): ShownField | undefined {
  const texts = fields.filter(({ type, reads }) => type === "string" && reads !== "none");
  const telling = /^(?:name|title|username|label|subject|full_?name|display_?name|email|code|sku)$/i;
  return texts.find(({ name }) => telling.test(name)) ?? texts.find(({ system }) => system === undefined);
}

/** What a record is called in a list. */
export function titleOf(entity: ShownEntity, row: Row): string {
  const field = titleField(entity);
  const title = field === undefined ? null : textOf(field, row[field.name]);
  return title === null || title === "" ? idTextOf(entity, row) : title;
}

export function idTextOf({ keys }: ShownEntity, row: Row): string {
  return keys.map((key) => plainText(row[key])).join(", ");
}

/** The members that name a record: its key and what people call it. */
export function namingFields(entity: ShownEntity): readonly string[] {
  return [...new Set([...entity.keys, titleField(entity)?.name ?? []].flat())];
}

/** The path of a record below its entity. `undefined` if nothing identifies it. */
export function idOf(entity: ShownEntity, row: Row): string | undefined {
  const { keys } = entity;
  if (keys.some((key) => row[key] === undefined || row[key] === null)) return undefined;
  return pathOf(keys.map((key) => keyText(fieldNamed(entity, key)?.type, row[key])));
}

/** A path without a part, or with "." or "..", would lead to something else: those are no path. */
export function pathOf(parts: readonly string[]): string | undefined {
  const isPath = parts.length > 0 && parts.every((part) => !/^\.{0,2}$/.test(part));
  return isPath ? parts.map(encodeURIComponent).join("/") : undefined;
}

/** In a path, bytes are base64url without padding. */
function keyText(type: string | undefined, value: unknown): string {
  const text = plainText(value);
  return type === "bytes" ? text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") : text;
}

/** The relations to one record whose key is this field alone. */
export function relationOf(entity: ShownEntity, field: string): ShownRelation | undefined {
  return entity.relations.find(
    ({ isList, isInverse, sourceFields }) =>
      !isList && !isInverse && sourceFields.length === 1 && sourceFields[0] === field,
  );
}

/** The record that a key leads to, if the row has the one of this key and not that of a former one. */
export function relatedIn(
  row: Row,
  { name, sourceFields, targetFields }: ShownRelation,
  key: Text,
): Row | undefined {
  const related = row[name] as Row | null | undefined;
  const [from = ""] = sourceFields;
  const [to = ""] = targetFields;
  const isSame = (value: unknown) => textOf({ type: "string" }, value) === key;
  const isCurrent = related && (to in related ? isSame(related[to]) : isSame(row[from]));
  return isCurrent ? related : undefined;
}

export function isReadable({ reads }: Pick<ShownField, "reads">): boolean {
  return reads !== "none";
}
