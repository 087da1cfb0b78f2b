import { describe, expect, it } from "vitest";
import { dialects, requiredDialects, type DialectTarget } from "./targets.js";

/** Registers tests for each database. Skips an unavailable one with its reason, unless it is required. */
export async function describeDialects(
  title: string,
  register: (dialect: DialectTarget) => void,
): Promise<void> {
  for (const { name } of dialects) await describeDialect(title, name, register);
  it("the tests know every dialect that is required", () => {
    const known = dialects.map(({ name }) => name);
    expect(requiredDialects.filter((name) => !known.includes(name))).toEqual([]);
  });
}

/** Registers tests for one of the databases. */
export async function describeDialect(
  title: string,
  dialectName: string,
  register: (dialect: DialectTarget) => void,
): Promise<void> {
  const dialect = dialects.find(({ name }) => name === dialectName);
  if (dialect === undefined) throw new Error(`There is no dialect "${dialectName}".`);
  const reason = await dialect.unavailable();
  describe(`${title} on ${dialectName}`, () => {
    if (reason === undefined) register(dialect);
    else if (requiredDialects.includes(dialectName))
      it("this database is required, but it is not available", () => expect.fail(reason));
    else it.skip(`not run: ${reason}`, () => undefined);
  });
}
