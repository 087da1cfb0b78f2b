import type { OperatorWarning } from "../../observe/operator-warning.js";

/** Untested engines with the protocol of a database, by the result of `version()`. */
const others: readonly (readonly [name: string, words: RegExp])[] = [
  ["YugabyteDB", /-YB-/],
  ["TiDB", /-TiDB-/i],
  ["Vitess", /-Vitess/i],
];

/** Warns if the dialect is not tested with the engine of the server. */
export function engineWarnings(version: string): readonly OperatorWarning[] {
  return others
    .filter(([, words]) => words.test(version))
    .map(([name]) => ({
      code: "engine-not-tested",
      message: `The database server is ${name}, which is not tested: docs/engines.md says what to expect.`,
      members: { engine: name },
    }));
}
