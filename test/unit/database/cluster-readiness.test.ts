import { expect, it } from "vitest";
import { dialects } from "../../../runtime/database/dialects/dialects.js";

/** Recorded answers of MariaDB and MySQL. */
it.each([
  ["MySQL, which has no such variables", [], true],
  [
    "MariaDB alone, which could be a node",
    [
      ["wsrep_provider_name", ""],
      ["wsrep_ready", "OFF"],
    ],
    true,
  ],
  [
    "a node that is connected to the other nodes",
    [
      ["wsrep_provider_name", "Galera"],
      ["wsrep_ready", "ON"],
    ],
    true,
  ],
  [
    "a node that is cut off from the other nodes",
    [
      ["wsrep_provider_name", "Galera"],
      ["wsrep_ready", "OFF"],
    ],
    false,
  ],
] as const)(
  "the readiness of a database is read from its answer, %s: %j is ready: %s",
  (_, rows, isReady) => {
    expect(dialects.mysql.readiness?.isReady(rows)).toBe(isReady);
  },
);
