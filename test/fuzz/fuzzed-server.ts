import { expect } from "vitest";
import type { Kysely } from "kysely";
import { startServer, type TestServer } from "../conformance/start-server.js";
import type { DialectTarget, Mode } from "../conformance/targets.js";
import { expectAnswer, expectSame } from "./expect-answer.js";
import { Oracle } from "./oracle.js";
import type { Command } from "./requests.js";
import { configOf, type World } from "./world.js";

/** A server with the oracle that predicts its answers. */
export interface FuzzedServer {
  /** Sends a command's request and checks the answer. Returns the parts that must be equal in both modes. */
  readonly play: (command: Command) => Promise<string>;
  /** Expects the database to hold exactly the oracle's records. */
  readonly check: () => Promise<void>;
  /** Deletes all records. */
  readonly empty: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const MADE =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=:request:)[0-9a-f]{32}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** The headers that are compared. The others concern the connection, or are the same in all answers. */
const compared = ["content-type", "location", "allow", "preference-applied", "www-authenticate"];

export async function startFuzzed(mode: Mode, dialect: DialectTarget, world: World): Promise<FuzzedServer> {
  const server = await startServer(mode, dialect, configOf(world));
  const oracle = new Oracle(world, { deletesOwnTargets: dialect.name !== "mysql" });
  const hasRandomKeys = world.entities.some(({ keys }) =>
    keys.some(({ made, type }) => made === "key" && type === "uuid"),
  );
  return {
    play: async (command) => {
      const { request, expected } = oracle.turn(command);
      const { method, path, headers, body } = request;
      const reply = await server.request(method, path, { headers, ...(body !== undefined && { body }) });
      expectAnswer(reply, expected);
      const lines = compared.map((name) => reply.headers[name] ?? "");
      // The order of random keys differs from run to run.
      const text = hasRandomKeys && reply.status < 400 ? "" : reply.text;
      return [reply.status, ...lines, text].join("\n").replace(MADE, "…");
    },
    check: async () => {
      for (const entity of world.entities) {
        const { count, items } = await server.api.repository(entity.name).find({ take: 1000 });
        const known = oracle.all(entity);
        expect(count).toBe(known.length);
        expectSame(items, known);
      }
    },
    empty: async () => {
      await deleteAll(server, world);
      oracle.forget();
    },
    stop: () => server.stop(),
  };
}

/** Deletes all records without permissions or rules, which this does not test. */
async function deleteAll({ api }: TestServer, { entities }: World): Promise<void> {
  for (const { name, members } of entities) {
    const none = members.filter(({ target, isNullable }) => target !== undefined && isNullable);
    if (none.length === 0) continue;
    const set = Object.fromEntries(none.map((member) => [member.name, null]));
    await tables(api, name).updateTable(name).set(set).execute();
  }
  // A record is deleted after those that refer to it: each round frees at least one more record.
  let left = [...entities];
  for (let round = 0; left.length > 0; round++) {
    if (round > entities.length) throw new Error("The records hold on to each other.");
    const still: typeof left = [];
    for (const entity of left) {
      await tables(api, entity.name)
        .deleteFrom(entity.name)
        .execute()
        .catch(() => still.push(entity));
    }
    left = still;
  }
}

function tables(api: TestServer["api"], name: string): Kysely<Record<string, Record<string, unknown>>> {
  return api.repository(name).db as Kysely<Record<string, Record<string, unknown>>>;
}
