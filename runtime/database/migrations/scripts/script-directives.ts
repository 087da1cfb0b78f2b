import { nearest } from "../../../errors/nearest.js";
import { risks, type Risk } from "../migration.js";

/** The meaning of a directive comment. */
export type Directive =
  | { readonly kind: "outside transaction" }
  | { readonly kind: "accept"; readonly risks: readonly Risk[] }
  | { readonly kind: "section"; readonly section: "data" | "schema" | "down" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "mistake"; readonly message: string };

const NAMES = ["accept", "data", "schema", "down"] as const;
/** Common mistakes for these. */
const SYNONYMS: Readonly<Record<string, string>> = {
  accepts: "accept",
  accepted: "accept",
  undo: "down",
  rollback: "down",
  revert: "down",
};

/**
 * Parses a comment line, with its `--`. `undefined` if it is an ordinary comment. A comment that resembles a
 * directive is a mistake, because its author believes that it has an effect.
 */
export function parseDirective(comment: string): Directive | undefined {
  const text = comment.replace(/^--/, "").trim();
  if (text === "outside transaction") return { kind: "outside transaction" };
  const [, name = "", value = ""] = /^([a-z]+): *(.*)$/.exec(text) ?? [];
  if (name === "accept") return parseAccept(value);
  if (name === "data" && value !== "") return parseFile(value);
  if ((name === "data" || name === "schema" || name === "down") && value === "")
    return { kind: "section", section: name };
  const meant = meaning(text);
  if (meant === undefined) return undefined;
  return { kind: "mistake", message: `"-- ${text}" is not a directive. Did you mean "${meant}"?` };
}

function parseAccept(value: string): Directive {
  const names = value.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !isRisk(name));
  if (unknown === undefined) return { kind: "accept", risks: names.filter(isRisk) };
  const guess = nearest(unknown, risks);
  const found = unknown === "" ? "names no risk" : `has an unknown risk "${unknown}"`;
  return {
    kind: "mistake",
    message: `"-- accept:" ${found}.${guess === undefined ? "" : ` Did you mean "${guess}"?`} Risks: ${risks.join(", ")}.`,
  };
}

function parseFile(path: string): Directive {
  if (/^\.\/[^\s/\\]+\.(?:ts|mts|js|mjs)$/.test(path)) return { kind: "file", path };
  return {
    kind: "mistake",
    message: `"-- data: ${path}" does not name a file of this folder: write "-- data: ./fill-notes.ts", or "-- data:" alone for a section of statements.`,
  };
}

function isRisk(name: string): name is Risk {
  return (risks as readonly string[]).includes(name);
}

function meaning(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (/^(?:run )?outside(?: of)?(?: a| the)? transactions? *[:.]?$/.test(lower))
    return "-- outside transaction";
  const risk = risks.find((name) => lower.endsWith(name));
  if (/^accept(?:s|ed)?\b/.test(lower) && risk !== undefined) return `-- accept: ${risk}`;
  const [, word, value = ""] = /^([a-z]+) ?:(.*)$/.exec(lower) ?? [];
  if (word === undefined) return /^(?:data|schema|down)$/.test(lower) ? `-- ${lower}:` : undefined;
  const name = SYNONYMS[word] ?? (word === "up" ? undefined : nearest(word, NAMES));
  if (word === "up") return "-- schema:";
  if (name === undefined) return undefined;
  const rest = value.trim();
  // Prose with a colon, such as "Data: the values of the column", is not a directive.
  const isShort =
    rest === "" || (name === "accept" && risk !== undefined) || (name === "data" && rest.startsWith("./"));
  return isShort ? `-- ${name}:${rest === "" ? "" : ` ${rest}`}` : undefined;
}
