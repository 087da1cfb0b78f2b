/** A member of an object: its name, which needs no escapes, and its value as JSON. */
export type JsonMember = readonly [name: string, json: string];

/** An object as JSON. */
export function jsonObject(members: Iterable<JsonMember>): string {
  let text = "";
  for (const [name, json] of members) text += `${text === "" ? "" : ","}"${name}":${json}`;
  return `{${text}}`;
}
