import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import type { Entity } from "../../runtime/model/model.js";
import { exampleOf } from "../../runtime/surfaces/openapi/example-values.js";
import type { Reply } from "../conformance/http-client.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { callers, headersOf, type FuzzCaller } from "../fuzz/callers.js";
import { randomWorld } from "../fuzz/random-world.js";
import { SEED } from "../fuzz/settings.js";
import { configOf } from "../fuzz/world.js";
import { runs } from "../runs.js";
import { callTool, listTools, sendMessage, type ToolProblem, type ToolReply } from "./call-tool.js";

// What a tool answers each caller, for each entity and field, is what the endpoints answer.

const worlds = fc.sample(randomWorld, { seed: SEED + 46, numRuns: runs(9) });

/** The tools reject unknown fields, as strict bodies do. */
const configs = worlds.map((world) => ({
  ...configOf({ ...world, isStrict: true }),
  mcp: { isReadOnly: false, maxRecords: 20 },
}));

describe.each(configs.map((config, index) => [index, config] as const))(
  "configuration %i",
  (index, config) => {
    const model = resolveModel({ ...config, database: { dialect: "sqlite", name: ":memory:" } });
    const modes = index % 3 === 0 ? (["dynamic", "generated"] as const) : (["dynamic"] as const);
    let servers: readonly TestServer[] = [];
    beforeAll(async () => {
      for (const mode of modes) {
        const server = await startServer(mode, sqlite, config);
        servers = [...servers, server];
        for (const entity of model.entities) await fill(entity, server);
      }
    });
    afterAll(async () => {
      for (const server of servers) await server.stop();
    });

    test.each(callers)(
      "MCP tools answer as the endpoints do, for each entity and field, to the caller %j",
      async (caller) => {
        for (const server of servers) {
          await expectOffered(model.entities, server, caller);
          for (const entity of model.entities) await expectAlike(entity, server, caller);
        }
      },
    );
  },
);

/** Some records, with and without an owner. Those that rules of the entity reject are left out. */
async function fill(entity: Entity, server: TestServer): Promise<void> {
  const repository = server.api.repository(entity.name);
  for (const userId of ["u1", "u2", "u3"])
    await repository
      .create(
        Object.fromEntries(
          entity.fields
            .filter(({ isCreatable, isRequired }) => isCreatable && isRequired)
            .map((field) => [field.name, exampleOf(field)]),
        ),
      )
      .catch(() => userId);
}

async function expectOffered(
  entities: readonly Entity[],
  server: TestServer,
  caller: FuzzCaller,
): Promise<void> {
  const headers = headersOf(caller);
  const names = (await listTools(server, headers)).map(({ name }) => name);
  const doers = {
    read: ["read_records", "aggregate_records"],
    create: ["create_record"],
    update: ["update_record"],
    delete: ["delete_record"],
  };
  const allowed: Record<string, boolean> = { read: false, create: false, update: false, delete: false };
  const described = await callTool(server, "describe_entities", { entities: [] }, headers);
  expect(described.isError).toBeUndefined();
  for (const entity of entities) {
    const path = `/api/data/${entity.name}`;
    const asked = {
      read: server.request("GET", `${path}?take=0`, { headers }),
      create: server.request("POST", path, { headers, body: { "no such member": 1 } }),
      update: server.request("PATCH", `${path}/${keyPath(entity)}`, {
        headers,
        body: { "no such member": 1 },
      }),
      delete: server.request("DELETE", `${path}/${keyPath(entity)}`, {
        headers: { ...headers, "If-Match": '"x"' },
      }),
    };
    const may: string[] = [];
    for (const [operation, reply] of Object.entries(asked)) {
      if (!isAllowed(await reply)) continue;
      allowed[operation] = true;
      may.push(operation);
    }
    const shown = await callTool(server, "describe_entities", { entities: [entity.name] }, headers);
    const { entities: found = [] } = (shown.structuredContent ?? {}) as {
      entities?: readonly { may: string[] }[];
    };
    expect(found[0]?.may ?? [], entity.name).toEqual(may);
  }
  for (const [operation, tools] of Object.entries(doers))
    for (const tool of tools) {
      expect(names.includes(tool), tool).toBe(allowed[operation]);
      if (names.includes(tool)) continue;
      // A tool that is not offered is unknown, as one that does not exist.
      const { json } = await sendMessage(server, "tools/call", { name: tool, arguments: {} }, headers);
      expect(json).toMatchObject({ error: { code: -32602 } });
    }
}

/** Whether the operation is allowed to the caller on some record. */
function isAllowed({ status, json }: Reply): boolean {
  const { detail = "" } = (json ?? {}) as { detail?: string };
  return !([401, 403].includes(status) && /^The operation "\w+" is not allowed\.(?: |$)/.test(detail));
}

function keyPath({ keys }: Entity): string {
  return keys.map((key) => encodeURIComponent(exampleOf(key) as string | number | boolean)).join("/");
}

/** Reads, aggregates and writes with each field, both ways. */
async function expectAlike(entity: Entity, server: TestServer, caller: FuzzCaller): Promise<void> {
  const { name, fields, relations } = entity;
  const headers = headersOf(caller);
  const path = `/api/data/${name}`;
  const members = [...fields.map((field) => field.name), "nothing", ...relations.map((each) => each.name)];
  const queries: readonly Readonly<Record<string, string>>[] = [
    {},
    ...members.flatMap((member) => [
      { select: member },
      { select: `${member}(*)` },
      { select: `count(${member})` },
      { where: `${member}=null` },
      { where: `!(${member}<>null)` },
      { orderBy: `~${member}` },
    ]),
  ];
  for (const query of queries) {
    const rest = await server.request(
      "GET",
      `${path}?${String(new URLSearchParams({ ...query, count: "true" }))}`,
      { headers },
    );
    expectSame(
      await call(server, "read_records", { entity: name, ...query }, headers),
      rest,
      `${name} ${JSON.stringify(query)}`,
    );
  }
  await expectVersions(entity, server, headers);
  for (const member of members)
    for (const select of [member, `max(${member})`, `sum(${member})`, `count(distinct ${member})`]) {
      const query = new URLSearchParams({ select, take: "20", count: "true" });
      const rest = await server.request("GET", `${path}/aggregate?${String(query)}`, { headers });
      expectSame(
        await call(server, "aggregate_records", { entity: name, select }, headers),
        rest,
        `${name} ${select}`,
      );
    }
  // A value that no type accepts, so that nothing is written.
  const wrong = { no: ["value"] };
  const id =
    entity.keys.length === 1
      ? exampleOf(entity.keys[0] as never)
      : Object.fromEntries(entity.keys.map((key) => [key.name, exampleOf(key)]));
  for (const member of members) {
    const body = { [member]: wrong };
    expectSame(
      await call(server, "create_record", { entity: name, input: body }, headers),
      await server.request("POST", path, { headers, body }),
      `create ${name}.${member}`,
    );
    const update = { entity: name, id, changes: body, expectedVersion: "x" };
    const changed = await server.request("PATCH", `${path}/${keyPath(entity)}`, {
      headers: { ...headers, "If-Match": '"x"' },
      body,
    });
    expectSame(await call(server, "update_record", update, headers), changed, `update ${name}.${member}`);
  }
  const deleted = await server.request("DELETE", `${path}/${keyPath(entity)}`, {
    headers: { ...headers, "If-Match": '"x"' },
  });
  expectSame(
    await call(server, "delete_record", { entity: name, id, expectedVersion: "x" }, headers),
    deleted,
    `delete ${name}`,
  );
}

/** The versions in pages are the entity tags of the records. */
async function expectVersions(
  entity: Entity,
  server: TestServer,
  headers: Record<string, string>,
): Promise<void> {
  const reply = await call(server, "read_records", { entity: entity.name }, headers);
  const { items = [] } = (reply?.structuredContent ?? {}) as { items?: readonly Record<string, unknown>[] };
  for (const record of items) {
    const key = entity.keys.map(({ name }) => record[name] as string | undefined);
    if (record["@version"] === undefined || key.includes(undefined)) continue;
    const path = `/api/data/${entity.name}/${key.map((value) => encodeURIComponent(String(value))).join("/")}`;
    const { headers: answered, status } = await server.request("GET", path, { headers });
    if (status === 200) expect(`"${record["@version"] as string}"`, path).toBe(answered["etag"]);
    same++;
  }
}

/** `undefined` if the tool is not offered to the caller. */
async function call(
  server: TestServer,
  tool: string,
  args: object,
  headers: Record<string, string>,
): Promise<ToolReply | undefined> {
  const { json } = await sendMessage(server, "tools/call", { name: tool, arguments: args }, headers);
  return (json as { result?: ToolReply }).result;
}

let same = 0;

function expectSame(reply: ToolReply | undefined, { status, json, headers }: Reply, what: string): void {
  same++;
  const { code, detail, errors } = (json ?? {}) as ToolProblem;
  if (reply === undefined) {
    // No entity allows it.
    expect([401, 403], what).toContain(status);
    return;
  }
  if (reply.isError === true) {
    const problem = JSON.parse(reply.content[0]?.text ?? "") as ToolProblem;
    // An entity of which the caller may know nothing does not exist for agents.
    if (problem.code === "unknown-entity") expect([401, 403], what).toContain(status);
    else if (problem.code === "precondition-failed") expect(status, what).toBe(412);
    else expect(problem, what).toEqual({ code, status, detail, ...(errors !== undefined && { errors }) });
    return;
  }
  if (reply.structuredContent?.["id"] !== undefined) {
    // A field of type json accepts any value.
    expect([200, 201], what).toContain(status);
    return;
  }
  expect(status, what).toBe(200);
  const { items, ...page } = reply.structuredContent as { items: readonly Record<string, unknown>[] };
  const plain = items.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([member]) => member !== "@version")),
  );
  expect({ items: plain, ...page }, what).toEqual(json);
  expect(headers["etag"]).toBeDefined();
}

afterAll(() => {
  console.log(`${same} answers of tools are those of the endpoints.`);
});
