import { sql, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { defineOperation } from "data-api";
import { describeDialect } from "../conformance/describe-dialects.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import { contentOf, ENVELOPE } from "./call-tool.js";

// A call whose client has gone keeps no connection busy.

const databases = {
  postgres: {
    statements: [`create view slow as select 1 as id, 'x'::text as title from pg_sleep(60) as nothing`],
    pause: sql`select pg_sleep(60)`,
    running: `select count(*) as n from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
  },
  mysql: {
    statements: [
      `create view slow as select a.id, 'x' as title from (select 1 as id union select 2) as a where sleep(60) = a.id`,
    ],
    pause: sql`select sleep(60)`,
    running: `select count(*) as n from information_schema.processlist where db = database() and command in ('Query', 'Execute') and id <> connection_id()`,
  },
};

for (const [name, { statements, pause, running }] of Object.entries(databases))
  await describeDialect("a call that is given up", name, (dialect) => {
    test.each([
      ["read_records", { entity: "slow" }],
      ["aggregate_records", { entity: "slow", select: "count()" }],
      ["pause", {}],
    ])("an MCP call whose client has gone stops its statement in the database: %s", async (tool, args) => {
      const config: TestConfig = {
        mcp: { isReadOnly: false },
        database: { pool: { max: 2 }, statementTimeout: 60_000 } as never,
        entities: {
          slow: {
            fields: {
              id: { type: "int", isEditable: false, isRequired: true },
              title: { type: "text", isEditable: false, isRequired: true },
            },
            primaryKey: "id",
            isReadOnly: true,
            systemFields: { createdat: false, updatedat: false },
            permissions: { read: ["guest"] },
          },
        },
        operations: {
          pause: defineOperation({
            permissions: ["guest"],
            handler: async ({ tx }) => {
              await pause.execute(tx.db);
            },
          }),
        },
      };
      const server = await startServer("dynamic", dialect, config, statements);
      const count = () => runningIn(server, running);
      const giveUp = new AbortController();
      const call = sendCall(server, tool, args, giveUp.signal);
      await expect.poll(count, { timeout: 20_000 }).toBe(1);
      giveUp.abort();
      await expect(call).rejects.toThrow();
      // Long before the statement ends by itself.
      await expect.poll(count, { timeout: 20_000 }).toBe(0);
      expect(await contentOf(server, "describe_entities")).toMatchObject({ count: 1 });
    });
  });

async function runningIn({ api }: TestServer, text: string): Promise<number> {
  const { db } = api.repository("slow") as unknown as { db: Kysely<unknown> };
  const { rows } = await sql<{ n: unknown }>`${sql.raw(text)}`.execute(db);
  return Number(rows[0]?.n);
}

function sendCall({ url }: TestServer, name: string, args: object, signal: AbortSignal): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args, _meta: ENVELOPE },
    }),
    signal,
  });
}
