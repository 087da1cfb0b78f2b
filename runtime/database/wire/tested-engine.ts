import type { OperatorWarning } from "../../observe/operator-warning.js";

/** Engines that speak the protocol of a database and are not tested, by what `version()` says. */
const others: readonly (readonly [name: string, words: RegExp])[] = [
  ["YugabyteDB", /-YB-/],
  ["TiDB", /-TiDB-/i],
  ["Vitess", /-Vitess/i],
];

/** Warns if the server is another engine than those that the dialect is tested with. */
export function engineWarnings(version: string): readonly OperatorWarning[] {
  return others
    .filter(([, words]) => words.test(version))
    .map(([name]) => ({
      code: "engine-not-tested",
      message: `The database server is ${name}, which is not tested: docs/engines.md says what to expect.`,
      members: { engine: name },
    }));
}
