/** A text, or a name: quoted in one of the ways that databases have, or bare. */
const TOKEN = /'(?:[^']|'')*'|"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|\[([^\]]+)\]|([\p{L}_][\p{L}\p{N}_$]*)/gu;

/** All names in an expression of SQL, in lower case. */
export function namesIn(clause: string): ReadonlySet<string> {
  const names = Array.from(clause.matchAll(TOKEN), (groups) => groups.slice(1).join(""));
  return new Set(names.map((name) => name.toLowerCase()));
}
