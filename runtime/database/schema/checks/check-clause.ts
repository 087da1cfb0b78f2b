/** A string literal, or a name: bare, or quoted in any database's way. */
const TOKEN = /'(?:[^']|'')*'|"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|\[([^\]]+)\]|([\p{L}_][\p{L}\p{N}_$]*)/gu;

/** All names in an SQL expression, in lower case. */
export function namesIn(clause: string): ReadonlySet<string> {
  const names = Array.from(clause.matchAll(TOKEN), (groups) => groups.slice(1).join(""));
  return new Set(names.map((name) => name.toLowerCase()));
}
