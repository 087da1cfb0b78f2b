import type { ts } from "ts-morph";

import { moveText, placeAt } from "./indentation.js";
import { spelling, type Source } from "./source.js";

/**
 * What is merged as one: a declaration, a member, a statement or a comment that stands free.
 *
 *     start  codeStart                          codeEnd  separator  end
 *     // the comment that touches it
 *            export const a = z.object({ … });                      // its trailing comment
 */
export interface Unit {
  readonly source: Source;
  readonly role: "header" | "directive" | "import" | "comment" | "code";
  /** Pairs the unit with its counterpart in another version of the file. */
  readonly key: string;
  /** What people see. */
  readonly label: string;
  /** The names that it declares, with the space each lives in: `value:blogpostRoutes`. */
  readonly names: readonly string[];
  /** Whether the key is its own text, so that an edit changes the key. */
  readonly soft: boolean;
  readonly node: ts.Node | undefined;
  readonly start: number;
  readonly codeStart: number;
  readonly codeEnd: number;
  readonly separator: { readonly start: number; readonly end: number } | undefined;
  readonly end: number;
  readonly block: Block | undefined;
}

/** The braces inside a unit: what stands before them is its head, what follows them its tail. */
export interface Block {
  /** `body` holds statements, `members` everything else. */
  readonly kind: "members" | "body";
  /** Whether a body does nothing but declare, register and return, so that its statements are units. */
  readonly registers: boolean;
  /** The call that the block is an argument of, to tell one object literal from another. */
  readonly owner: string;
  /** The opening brace … */
  readonly start: number;
  /** … and the position after the closing one. */
  readonly end: number;
  readonly list: () => UnitList;
}

export interface UnitList {
  readonly source: Source;
  /** `items` stand between round, square or angle brackets. */
  readonly kind: "file" | "statements" | "members" | "items";
  readonly units: readonly Unit[];
  /** After the opening brace and a comment on its line. */
  readonly open: number;
  /** The closing brace. */
  readonly close: number;
  /** What parts two units: a comma, a character of the user's choice, or nothing. */
  readonly separators: "comma" | "member" | "none";
}

/** Where the trailing comment begins, if there is one. */
export function trailStart(unit: Unit): number {
  return unit.separator?.end ?? unit.codeEnd;
}

export function unitSpelling(unit: Unit): string {
  const code = spelling(unit.source, unit.start, unit.codeEnd);
  const trail = spelling(unit.source, trailStart(unit), unit.end);
  return trail === "" ? code : `${code}\u0001${trail}`;
}

/** Equal but for formatting and for the separator behind it. */
export function sameUnit(a: Unit, b: Unit): boolean {
  return unitSpelling(a) === unitSpelling(b);
}

/** The text of a range of one unit, laid out as it would be in the place of another unit. */
export function textLike(unit: Unit, start: number, end: number, like: Unit): string {
  return moveText(unit.source, start, end, unit.codeStart, placeAt(like.source, like.codeStart));
}

/** Equal to the last byte, but for the indentation and line ends of the file around. */
export function sameBytes(base: Unit, yours: Unit): boolean {
  return (
    textLike(base, base.start, base.codeEnd, yours) === yours.source.text.slice(yours.start, yours.codeEnd) &&
    textLike(base, trailStart(base), base.end, yours) ===
      yours.source.text.slice(trailStart(yours), yours.end)
  );
}
