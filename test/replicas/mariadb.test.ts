import { describe, it } from "vitest";
import { registerReplicaCases } from "./cases.js";
import { hasMariadb, MariadbServer } from "./mariadb-server.js";

describe("replicas of MariaDB", () => {
  if (!hasMariadb) {
    it.skip("not run: MariaDB is not installed here", () => undefined);
    return;
  }
  registerReplicaCases({
    create: () => MariadbServer.create(),
    position: /^\d+-\d+-\d+$/,
    nearPosition: "0-1-1",
    farPosition: "0-1-999999999",
    otherDatabase: (port) => `mysql://shop@127.0.0.1:${port}/information_schema`,
  });
});
