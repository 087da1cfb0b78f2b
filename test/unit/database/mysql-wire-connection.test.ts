import { createConnection } from "mysql2";
import { expect, it } from "vitest";
import { logIn } from "../../../runtime/database/dialects/mysql/connection/mysql-wire-connection.js";
import type { DatabaseSettings } from "../../../runtime/model/model.js";
import { listen } from "../../faults/stub.js";

it("a log-in to a MySQL server that stops answering fails after the connect timeout", async () => {
  const server = await listen(() => undefined);
  try {
    // The driver has no timeout here, like mysql2 3.14 after the server's greeting.
    const connection = createConnection({ host: "127.0.0.1", port: server.port, connectTimeout: 0 });
    const settings = { dialect: "mysql", name: "shop", connectTimeout: 200 } as unknown as DatabaseSettings;
    await expect(logIn(connection, settings)).rejects.toMatchObject({ reason: "noAnswer" });
  } finally {
    server.close();
  }
});
