import type { Schema } from "./openapi-types.js";

/** A member of an object: its name, which needs no escapes, and its value as JSON. */
export type JsonMember = readonly [name: string, json: string];

/** An object as JSON. */
export function jsonObject(members: Iterable<JsonMember>): string {
  let text = "";
  for (const [name, json] of members) text += `${text === "" ? "" : ","}"${name}":${json}`;
  return `{${text}}`;
}

/**
 * The schema of an object as JSON.
 * @param keywords Its keywords besides `type` and `properties`.
 */
export function objectSchema(keywords: Schema, properties: Iterable<JsonMember>): string {
  const head = JSON.stringify({ type: "object", ...keywords });
  return `${head.slice(0, -1)},"properties":${jsonObject(properties)}}`;
}

/** Without `additionalProperties`, generators of clients make an object without members of it. */
export const anyObject: Schema = { type: "object", additionalProperties: true };
