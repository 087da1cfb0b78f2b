import { describe, it } from "vitest";
import { registerReplicaCases } from "./cases.js";
import { postgresPrograms, PostgresServer } from "./postgres-server.js";

describe("replicas of PostgreSQL", () => {
  if (postgresPrograms === undefined) {
    it.skip("not run: PostgreSQL is not installed here", () => undefined);
    return;
  }
  registerReplicaCases({
    create: () => PostgresServer.create(),
    position: /^[0-9A-F]+\/[0-9A-F]+$/,
    nearPosition: "0/1",
    farPosition: "FFFFFFFF/FFFFFFFF",
    otherDatabase: (port) => `postgres://shop@127.0.0.1:${port}/postgres`,
  });
});
