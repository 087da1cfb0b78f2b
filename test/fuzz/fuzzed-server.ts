import { expect } from "vitest";
import type { Kysely } from "kysely";
import { startServer, type TestServer } from "../conformance/start-server.js";
import type { DialectTarget, Mode } from "../conformance/targets.js";
import { expectAnswer, expectSame } from "./expect-answer.js";
import { Oracle } from "./oracle.js";
import type { Command } from "./requests.js";
import { configOf, type World } from "./world.js";

/** A server and what it should know. */
export interface FuzzedServer {
  /** Sends a command's request, checks the answer and gives what of it must be equal in both modes. */
  readonly play: (command: Command) => Promise<string>;
  /** Everything that is stored is what the oracle knows. */
  readonly check: () => Promise<void>;
  /** Deletes everything. */
  readonly empty: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const MADE =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=:request:)[0-9a-f]{32}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** What is compared of the headers: the others are about the connection, or the same for all answers. */
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
      // Random keys are sorted in another order each time.
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

/** Past all rules, because it is not what is tried here. */
async function deleteAll({ api }: TestServer, { entities }: World): Promise<void> {
  for (const { name, members } of entities) {
    const none = members.filter(({ target, isNullable }) => target !== undefined && isNullable);
    if (none.length === 0) continue;
    const set = Object.fromEntries(none.map((member) => [member.name, null]));
    await tables(api, name).updateTable(name).set(set).execute();
  }
  // What others point to goes after them: each round there is one more that nobody points to.
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
