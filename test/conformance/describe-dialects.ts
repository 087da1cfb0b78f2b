import { describe, expect, it } from "vitest";
import { dialects, requiredDialects, type DialectTarget } from "./targets.js";

/** Registers tests for each database. One that is not there is a visible skip with its reason, unless it is required. */
export async function describeDialects(
  title: string,
  register: (dialect: DialectTarget) => void,
): Promise<void> {
  for (const dialect of dialects) {
    const reason = await dialect.unavailable();
    describe(`${title} on ${dialect.name}`, () => {
      if (reason === undefined) register(dialect);
      else if (requiredDialects.includes(dialect.name)) it("is required here", () => expect.fail(reason));
      else it.skip(`not run: ${reason}`, () => undefined);
    });
  }
  it("knows every dialect that is required", () => {
    const known = dialects.map(({ name }) => name);
    expect(requiredDialects.filter((name) => !known.includes(name))).toEqual([]);
  });
}
