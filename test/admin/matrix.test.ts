import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import type { Entity } from "../../runtime/model/model.js";
import type { ShownEntity, ShownModel } from "../../runtime/surfaces/admin/shown-model.js";
import type { Reply } from "../conformance/http-client.js";
import { exampleOf } from "../../runtime/surfaces/openapi/example-values.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { callers, headersOf, type FuzzCaller } from "../fuzz/callers.js";
import { randomWorld } from "../fuzz/random-world.js";
import { SEED } from "../fuzz/settings.js";
import { configOf } from "../fuzz/world.js";
import { runs } from "../runs.js";

// What GET /api/schema says about each caller, entity, field and operation is what the endpoints answer.

const worlds = fc.sample(randomWorld, { seed: SEED, numRuns: runs(18) });

/** Strict bodies name the members that cannot be set. */
const configs = worlds.map((world) => ({ ...configOf({ ...world, isStrict: true }), admin: true }));

/** Asks the endpoints as one caller. */
function asking({ request }: TestServer, caller: FuzzCaller) {
  const headers = headersOf(caller);
  const isDone = async (path: string) => (await request("GET", path, { headers })).status === 200;
  /** A caller without the right is refused before the body is read. */
  const isAllowed = ({ status, json }: Reply) => {
    const { detail = "" } = (json ?? {}) as { detail?: string };
    return !([401, 403].includes(status) && /^The operation "\w+" is not allowed\.(?: |$)/.test(detail));
  };
  const send = (method: string, path: string, body?: unknown) =>
    request(method, path, { headers, ...(body !== undefined && { body }) });
  return {
    isDone,
    mayDo: async (method: string, path: string, body?: unknown) => isAllowed(await send(method, path, body)),
    /** A value that no type accepts, so that nothing is written. */
    maySet: async (method: string, path: string, name: string) => {
      const { status, json } = await send(method, path, { [name]: { no: ["value"] } });
      if (status === 401 || status === 403) return false;
      expect(json).toMatchObject({ code: "invalid-fields" });
      const { errors = [] } = (json ?? {}) as { errors?: readonly { path: string; code: string }[] };
      return !errors.some(
        (each) => each.path === name && ["not-editable", "unknown-field"].includes(each.code),
      );
    },
  };
}

/** The key of a record that is not there. */
function noKey({ keys }: Entity): string {
  return keys.map((key) => encodeURIComponent(exampleOf(key) as string | number | boolean)).join("/");
}

describe.each(configs.map((config, index) => [index, config] as const))(
  "configuration %i",
  (index, config) => {
    const model = resolveModel({ ...config, database: { dialect: "sqlite", name: ":memory:" } });
    const modes = index % 3 === 0 ? (["dynamic", "generated"] as const) : (["dynamic"] as const);
    let servers: readonly TestServer[] = [];
    beforeAll(async () => {
      for (const mode of modes) servers = [...servers, await startServer(mode, sqlite, config)];
    });
    afterAll(async () => {
      for (const server of servers) await server.stop();
    });

    test.each(callers)("GET /api/schema shows what the endpoints answer to the caller %j", async (caller) => {
      for (const server of servers) {
        const headers = headersOf(caller);
        const { status, json } = await server.request("GET", "/api/schema", { headers });
        expect(status).toBe(200);
        const shown = json as ShownModel;
        for (const entity of model.entities) {
          const found = shown.entities.find(({ name }) => name === entity.name);
          expect(await answered(entity, server, caller), entity.name).toEqual(said(entity, found));
        }
      }
    });
  },
);

interface Summary {
  readonly may: ShownEntity["may"];
  /** By name: what the caller may do with each member. Those without anything are left out. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  readonly relations: readonly string[];
}

const nothing = { read: false, create: false, update: false, delete: false };

function said(entity: Entity, shown: ShownEntity | undefined): Summary {
  const members = (shown?.fields ?? []).map((each) => [
    each.name,
    [
      ...(each.reads === "none" ? [] : ["read"]),
      ...(each.isCreatable ? ["create"] : []),
      ...(each.isEditable ? ["update"] : []),
      ...(each.conditions === "none" ? [] : ["where"]),
      ...(each.isSortable ? ["order"] : []),
      ...(each.aggregates === "none" ? [] : ["max"]),
      ...(each.aggregates === "all" ? ["sum"] : []),
    ],
  ]);
  return {
    may: shown?.may ?? nothing,
    members: Object.fromEntries(members) as Summary["members"],
    relations: (shown?.relations ?? []).map(({ name }) => name).sort(),
  };
}

async function answered(entity: Entity, server: TestServer, caller: FuzzCaller): Promise<Summary> {
  const { isDone, mayDo, maySet } = asking(server, caller);
  const path = `/api/data/${entity.name}`;
  const record = `${path}/${noKey(entity)}`;
  const members: Record<string, readonly string[]> = {};
  for (const { name } of entity.fields) {
    const can = [
      ...((await isDone(`${path}?take=0&select=${name}`)) ? ["read"] : []),
      ...((await maySet("POST", path, name)) ? ["create"] : []),
      ...((await maySet("PATCH", record, name)) ? ["update"] : []),
      ...((await isDone(`${path}?take=0&where=${name}=null`)) ? ["where"] : []),
      ...((await isDone(`${path}?take=0&orderBy=${name}`)) ? ["order"] : []),
      ...((await isDone(`${path}/aggregate?select=max(${name})`)) ? ["max"] : []),
      ...((await isDone(`${path}/aggregate?select=sum(${name})`)) ? ["sum"] : []),
    ];
    if (can.length > 0) members[name] = can;
  }
  const relations = [];
  for (const { name, target, sourceFields, targetFields } of entity.relations) {
    const sides = [
      [path, sourceFields],
      [`/api/data/${target.name}`, targetFields],
    ] as const;
    const known = sides.flatMap(([of, fields]) =>
      fields.map((field) => isDone(`${of}?take=0&select=${field.name}`)),
    );
    const isKnown = (await Promise.all(known)).every(Boolean);
    if (isKnown && (await isDone(`${path}?take=0&select=${name}(*)`))) relations.push(name);
  }
  return {
    may: {
      read: await isDone(`${path}?take=0`),
      create: await mayDo("POST", path, { "no such member": 1 }),
      update: await mayDo("PATCH", record, { "no such member": 1 }),
      delete: await mayDo("DELETE", record),
    },
    members,
    relations: relations.sort(),
  };
}
