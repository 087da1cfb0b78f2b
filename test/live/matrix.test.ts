import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import type { Entity, Field } from "../../runtime/model/model.js";
import { exampleOf } from "../../runtime/surfaces/openapi/example-values.js";
import { toldByHeader } from "../conformance/callers.js";
import { field } from "../conformance/fields.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import { dialects } from "../conformance/targets.js";
import { callers, headersOf, type FuzzCaller } from "../fuzz/callers.js";
import { randomWorld } from "../fuzz/random-world.js";
import { SEED } from "../fuzz/settings.js";
import { configOf } from "../fuzz/world.js";
import { runs } from "../runs.js";
import { follow, type Event, type Following } from "./follow.js";

// What streams tell each caller, for each filter and selection, is what reads before and after each write say.

const worlds = fc.sample(randomWorld, { seed: SEED + 91, numRuns: runs(6) });
const [sqlite] = dialects;

/** Records that enter and leave what callers may see by their values, owners and claims. */
const ruled: TestConfig = {
  auth: toldByHeader,
  entities: {
    note: {
      fields: { title: field("string"), room: field("int"), salary: field("int"), text: field("text") },
      permissions: {
        read: [
          "admin",
          "owner",
          { role: "editor", where: "room=1", fields: { exclude: ["salary"] } },
          { role: "guest", where: "title=public", fields: { include: ["id", "title", "room"] } },
          { role: "member", where: "title=@user.team", fields: { include: ["id", "text"] } },
        ],
        create: ["guest"],
      },
    },
  },
};
const configs: readonly TestConfig[] = [ruled, ...worlds.map(configOf)];

/** The values that a member gets, one after the other. */
function valuesOf({ name, isNullable, ...rest }: Field): readonly unknown[] {
  const own: Readonly<Record<string, readonly unknown[]>> = {
    title: ["public", "a", "b"],
    room: [1, 2],
    ...{ salary: [4711, 1], text: ["x"] },
  };
  const example = exampleOf({ name, isNullable, ...rest });
  return [
    ...(rest.type === "string" || rest.type === "int" ? (own[name] ?? []) : []),
    example,
    ...(isNullable ? [null] : []),
  ];
}

describe.each(configs.map((config, index) => [index, config] as const))(
  "configuration %i",
  (index, config) => {
    const { entities } = resolveModel({ ...config, database: { dialect: "sqlite", name: ":memory:" } });
    const followed = entities.filter(({ keys, isReadOnly }) => keys.length > 0 && !isReadOnly);
    const whole: TestConfig = {
      ...config,
      changes: {
        entities: followed.map(({ name }) => name),
        ...{ interval: 20, heartbeat: 100, maxStreams: 10_000, maxStreamsPerCaller: 10_000 },
      },
      server: { ...config.server, maxConnections: 10_000 },
    };
    const modes = index < 2 ? (["dynamic", "generated"] as const) : (["dynamic"] as const);
    const servers: TestServer[] = [];
    beforeAll(async () => {
      if (sqlite === undefined) throw new Error("SQLite is the first of the databases.");
      for (const mode of modes) servers.push(await startServer(mode, sqlite, whole));
    });
    afterAll(async () => {
      for (const server of servers) await server.stop();
    });

    test.each(followed.map((entity) => [entity.name, entity] as const))(
      "streams of %s give each caller what reads before and after each write show",
      async (_, entity) => {
        for (const server of servers) {
          const told = await expectAlike(
            entity,
            server,
            ({ where = "" }) => index === 0 && !where.includes("text"),
          );
          if (index === 0)
            for (const type of ["create", "update", "delete", "none"])
              expect(told.get(type), type).toBeGreaterThan(20);
        }
      },
    );
  },
);

/** What one caller reads with one filter and selection. */
interface Watched {
  readonly caller: FuzzCaller;
  readonly query: Readonly<Record<string, string>>;
  readonly stream: Following;
}

/** Opens all streams, writes, and compares. Returns how often what was told. */
async function expectAlike(
  entity: Entity,
  server: TestServer,
  isCertain: (query: Watched["query"]) => boolean,
): Promise<ReadonlyMap<string, number>> {
  const path = `/api/data/${entity.name}`;
  const told = new Map<string, number>();
  const watched: Watched[] = [];
  for (const caller of callers)
    for (const query of queriesOf(entity)) {
      const search = String(new URLSearchParams(query));
      const headers = headersOf(caller);
      const stream = await follow(`${server.url}${path}/changes?${search}`, headers);
      const rest = await server.request("GET", `${path}?${search}`, { headers });
      const what = `${JSON.stringify(caller)} ${search} ${JSON.stringify(stream.problem ?? rest.json)}`;
      if (stream.status === 200) {
        expect(rest.status, what).toBe(200);
        watched.push({ caller, query, stream });
      } else if (rest.status !== 200) {
        expect({ ...stream.problem, instance: "" }, what).toEqual({ ...(rest.json as object), instance: "" });
      }
      // Only the key is needed in addition.
      else expect([stream.status, stream.problem?.["code"]], what).toEqual([403, "forbidden"]);
    }
  const repository = server.api.repository(entity.name);
  const editable = entity.fields.filter(({ isEditable, type }) => isEditable && type !== "secret");
  const keys: Key[] = [];
  const readable = (seen: readonly unknown[][], caller: FuzzCaller) =>
    seen[watched.findIndex((each) => each.caller === caller && Object.keys(each.query).length === 0)];
  /** What each stream's caller reads of each record. A write changes one of them. */
  let now: readonly unknown[][] = watched.map(() => []);
  const step = async (which: number, write: () => Promise<unknown>) => {
    const counts = watched.map(({ stream }) => stream.events.length);
    // What rules of the entity reject is no change.
    await write().catch(() => undefined);
    const key = keys[which];
    if (key === undefined) return;
    await untilTold(watched, server, path);
    const before = now;
    now = await Promise.all(
      before.map(async (seen, place) => {
        const is = await readBy(watched[place] as Watched, entity, key, server);
        return seen.length === which ? [...seen, is] : seen.with(which, is);
      }),
    );
    for (const [place, each] of watched.entries()) {
      const events = each.stream.events.slice(counts[place]);
      const what = `${JSON.stringify(each.caller)} ${JSON.stringify(each.query)}`;
      expect(events.filter(({ data }) => data.key !== undefined && !isSame(data.key, key))).toEqual([]);
      if (events.some(({ type }) => type === "reset")) {
        expect(events.at(-1)?.data.reason, what).toBe("rights");
        note(told, "reset");
        continue;
      }
      // A filter that compares texts of any length, or related records, does not know what was before. It tells no more
      // of a record than the caller may read without the filter.
      const isUncertain = !isCertain(each.query) && readable(before, each.caller)?.[which] !== undefined;
      note(told, expectTold(events, before[place]?.[which], now[place]?.[which], isUncertain, what));
    }
  };
  for (let count = 0; count < 4; count++)
    await step(keys.length, async () => {
      const creatable = entity.fields.filter(({ isCreatable, isRequired }) => isCreatable && isRequired);
      const all = [...new Set([...creatable, ...editable])];
      const input = Object.fromEntries(
        all.map((each) => [each.name, valuesOf(each)[count % valuesOf(each).length]]),
      );
      const record = (await repository.create(input)) as Readonly<Record<string, unknown>>;
      keys.push(Object.fromEntries(entity.keys.map(({ name }) => [name, record[name]])));
    });
  const idOf = (key: Key) => (entity.keys.length === 1 ? Object.values(key)[0] : key) as number;
  for (const each of editable)
    for (const [turn, value] of valuesOf(each).entries()) {
      const which = turn % keys.length;
      const key = keys[which];
      if (key !== undefined) await step(which, () => repository.update(idOf(key), { [each.name]: value }));
    }
  for (const [which, key] of keys.entries()) await step(which, () => repository.delete(idOf(key)));
  await Promise.all(watched.map(({ stream }) => stream.stop()));
  return told;
}

type Key = Readonly<Record<string, unknown>>;

function queriesOf({ fields, relations }: Entity): readonly Readonly<Record<string, string>>[] {
  const members = [...fields.map(({ name }) => name), "nothing", ...relations.map(({ name }) => name)];
  return [
    {},
    ...members.flatMap((name) => [{ select: name }, { where: `${name}=null` }, { where: `!(${name}=null)` }]),
  ];
}

/** What a read with the filter and selection of a stream says of a record. */
async function readBy(
  { caller, query }: Watched,
  entity: Entity,
  key: Key,
  server: TestServer,
): Promise<unknown> {
  const isIt = Object.entries(key).map(([name, value]) => `${name}="${String(value)}"`);
  const where = [...isIt, ...(query["where"] === undefined ? [] : [query["where"]])].join("&");
  const search = String(new URLSearchParams({ ...query, where }));
  const { status, json } = await server.request("GET", `/api/data/${entity.name}?${search}`, {
    headers: headersOf(caller),
  });
  expect(status, JSON.stringify(json)).toBe(200);
  return (json as { items: unknown[] }).items[0];
}

/** Waits until each stream has all that is stored so far. */
async function untilTold(watched: readonly Watched[], server: TestServer, path: string): Promise<void> {
  const [any] = watched;
  if (any === undefined) return;
  // A client that comes back makes the server look for changes.
  const ruler = await follow(`${server.url}${path}/changes`, {
    ...headersOf(any.caller),
    "Last-Event-ID": "00000000-aaaaaaaaaaa-0",
  });
  const batch = /-(\d+)$/.exec(ruler.lastId())?.[1];
  await ruler.stop();
  const isThere = (id: string) => Number(/-(\d+)$/.exec(id)?.[1] ?? -1) >= Number(batch);
  await expect
    .poll(() => watched.filter(({ stream }) => !isThere(stream.lastId())).length, { interval: 5 })
    .toBe(0);
}

/** @returns What was told. */
function expectTold(
  events: readonly Event[],
  was: unknown,
  is: unknown,
  isUncertain: boolean,
  what: string,
): string {
  if (events.length === 0) {
    // Either it does not see the record, or it has not changed.
    expect(is, what).toEqual(was);
    return was === undefined ? "none" : "same";
  }
  expect(events.length, what).toBe(1);
  const [event] = events;
  const [type, record] = [event?.type ?? "", event?.data.record];
  if (was === undefined && isUncertain)
    expect(is === undefined ? ["delete"] : ["create", "update"], what).toContain(type);
  else if (is === undefined) expect([was !== undefined, type], what).toEqual([true, "delete"]);
  else expect(type, what).toBe(was === undefined ? "create" : "update");
  expect(record, what).toEqual(is);
  return type;
}

function isSame(told: Key | undefined, key: Key): boolean {
  return (
    told !== undefined && Object.entries(key).every(([name, value]) => String(told[name]) === String(value))
  );
}

function note(told: Map<string, number>, what: string): void {
  told.set(what, (told.get(what) ?? 0) + 1);
}
