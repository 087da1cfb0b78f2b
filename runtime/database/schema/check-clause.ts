/** A text, or a name: quoted in one of the ways that databases have, or bare. */
const TOKEN = /'(?:[^']|'')*'|"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|\[([^\]]+)\]|([\p{L}_][\p{L}\p{N}_$]*)/gu;

/** All names in an expression of SQL, in lower case. */
export function namesIn(clause: string): ReadonlySet<string> {
  return new Set(
    Array.from(clause.matchAll(TOKEN), ([, ...names]) => names.find((name) => name !== undefined))
      .filter((name) => name !== undefined)
      .map((name) => name.toLowerCase()),
  );
}
