import type { InputIssue } from "../../errors/input-issue.js";

const ignored = new WeakMap<object, readonly InputIssue[]>();

/** Remembers the members of a body that were ignored, so that nothing is left of it. */
export function noteIgnored(input: object, members: readonly InputIssue[]): void {
  ignored.set(input, members);
}

/** The members that were ignored, if nothing is left of a body. */
export function ignoredOf(input: object): readonly InputIssue[] {
  return ignored.get(input) ?? [];
}
