import type { ts } from "ts-morph";

import { spelling, type Range, type ParsedSource } from "./source.js";
import { isUntouched } from "./versions.js";

/**
 * What is merged as one: a declaration, a member, a statement or a comment that stands free.
 *
 *     start  codeStart                          codeEnd  separator  end
 *     // the comment that touches it
 *            export const a = z.object({ … });                      // its trailing comment
 */
export interface Unit {
  readonly source: ParsedSource;
  readonly role: "header" | "directive" | "import" | "comment" | "code";
  /** Pairs the unit with its counterpart in another version of the file. */
  readonly key: string;
  /** The name that is shown to the developer. */
  readonly label: string;
  /** The names that the unit declares, each with its namespace: `value:blogpostRoutes`. */
  readonly names: readonly string[];
  /** Whether the key is the unit's own text, so that an edit changes the key. */
  readonly soft: boolean;
  readonly node: ts.Node | undefined;
  readonly start: number;
  readonly codeStart: number;
  readonly codeEnd: number;
  readonly separator: { readonly start: number; readonly end: number } | undefined;
  readonly end: number;
  readonly block: Block | undefined;
}

/** The braces inside a unit. The text before them is its head, the text after them its tail. */
export interface Block {
  /** `body` holds statements, `members` everything else. */
  readonly kind: "members" | "body";
  /** Whether a body only declares, registers and returns, so that its statements can be merged as units. */
  readonly registers: boolean;
  /** The call that has the block as an argument. Tells one object literal from another. */
  readonly owner: string;
  /** The position of the opening brace. */
  readonly start: number;
  /** The position after the closing brace. */
  readonly end: number;
  readonly list: () => UnitList;
}

export interface UnitList {
  readonly source: ParsedSource;
  /** `items` are between round, square or angle brackets. */
  readonly kind: "file" | "statements" | "members" | "items";
  readonly units: readonly Unit[];
  /** The position after the opening brace and any comment on its line. */
  readonly open: number;
  /** The position of the closing brace. */
  readonly close: number;
  /** The separator of two units: a comma, a comma or semicolon as the file has it, or nothing. */
  readonly separators: "comma" | "member" | "none";
}

/** A range that moves with the unit, and so has the unit's indentation. */
export function rangeIn({ source, codeStart }: Unit, start: number, end: number): Range {
  return { source, start, end, home: codeStart };
}

/** The code with the comment that touches it. */
export function codeOf(unit: Unit): Range {
  return rangeIn(unit, unit.start, unit.codeEnd);
}

/** The trailing comment; empty if there is none. */
export function trailOf(unit: Unit): Range {
  return rangeIn(unit, unit.separator?.end ?? unit.codeEnd, unit.end);
}

/** The text of the separator; empty if there is none. */
export function separatorOf({ source, separator }: Unit): string {
  return separator === undefined ? "" : source.text.slice(separator.start, separator.end);
}

export function unitSpelling(unit: Unit): string {
  const [code, trail] = [spelling(codeOf(unit)), spelling(trailOf(unit))];
  return trail === "" ? code : `${code}\u0001${trail}`;
}

/** Whether two units are equal except for formatting and the separator after them. */
export function sameUnit(a: Unit, b: Unit): boolean {
  return unitSpelling(a) === unitSpelling(b);
}

/** Whether two units are equal byte by byte, except for indentation and line ends. */
export function sameBytes(base: Unit, yours: Unit): boolean {
  return [codeOf, trailOf].every((part) => isUntouched({ base: part(base), yours: part(yours) }));
}
