import net from "node:net";
import type { DatabaseConfig } from "data-api";
import { expect, it } from "vitest";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { openMysql } from "../../runtime/database/dialects/mysql/connection/mysql-connection.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { selectOne } from "./select-one.js";
import { listen } from "./stub.js";

/** Forwards the bytes that a client sends, changed or delayed. */
type Forward = (bytes: Buffer, send: (bytes: Buffer) => void) => void;

/** Listens and forwards to the server; `forward` may change or delay what the client sends. */
function reach({ host = "127.0.0.1", port = 3306 }: DatabaseConfig, forward: Forward) {
  return listen((client) => {
    const server = net.connect({ host, port });
    server.on("error", () => client.destroy());
    client.on("close", () => server.destroy());
    client.on("data", (bytes) => {
      forward(bytes, (sent) => server.write(sent));
    });
    server.pipe(client);
  });
}

/** Replacements that make this server answer as other servers do. Each is padded or cut to the same length. */
const words: readonly (readonly [string, string])[] = [
  ["version() as version", "'8.0.36' as version"],
  ["show global variables where variable_name = 'wsrep_on'", "select 'wsrep_on' as name, 'ON' as Value"],
  ["max_execution_time", "max_statement_time"],
  ["@@in_transaction", "@@no_such_setting"],
];

function translated(bytes: Buffer): Buffer {
  let text = bytes.toString("latin1");
  for (const [word, other] of words)
    text = text.replace(word, other.padEnd(word.length).slice(0, word.length));
  return Buffer.from(text, "latin1");
}

await describeDialect("a server", "mysql", (target) => {
  async function open(forward: Forward, options: Partial<DatabaseConfig> = {}) {
    const fresh = await target.createDatabase();
    const way = await reach(fresh.database, forward);
    const database = { ...fresh.database, host: "127.0.0.1", port: way.port, encrypt: false, ...options };
    const connection = await openMysql(resolveDatabase(database));
    return {
      connection,
      close: async () => {
        await connection.close();
        way.close();
        await fresh.dispose();
      },
    };
  }

  it("a database server that is slow when a connection is set up gets the statement timeout for it", async () => {
    const { connection, close } = await open((bytes, send) => {
      if (bytes.includes("@@hostname")) setTimeout(send, 1_500, bytes);
      else send(bytes);
    });
    try {
      expect(await connection.rows(selectOne, [])).toEqual([[1]]);
    } finally {
      await close();
    }
  });

  it("a database server that is slow to log in gets the connect timeout, even if the statement timeout is shorter", async () => {
    let isFirst = true;
    const slowly: Forward = (bytes, send) => {
      if (isFirst) setTimeout(send, 3_500, bytes);
      else send(bytes);
      isFirst = false;
    };
    const { connection, close } = await open(slowly, { connectTimeout: 60_000, statementTimeout: 2_000 });
    try {
      expect(await connection.rows(selectOne, [])).toEqual([[1]]);
    } finally {
      await close();
    }
  });

  it("a server of a MySQL cluster runs transactions without MariaDB's features", async () => {
    const { connection, close } = await open((bytes, send) => {
      send(translated(bytes));
    });
    try {
      const found = connection.transaction(async ({ rows }) => rows(selectOne, []));
      await expect(found).resolves.toEqual([[1]]);
    } finally {
      await close();
    }
  });
});
