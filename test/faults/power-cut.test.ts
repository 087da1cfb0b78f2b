import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { Project } from "../cli/project.js";
import { readyToServe } from "../cli/server.js";
import { cannotWatch, watchFolder, type Watched } from "./power-cut.js";

const reason = cannotWatch();
const CONFIG = "data-api.config.mjs";
const SECRET = "a secret of at least 32 bytes, for tests";

interface Options {
  readonly database?: string;
  readonly entity?: string;
  readonly rest?: string;
}

/** A server whose database file is watched. */
function project({ folder, env }: Watched, { database = "", entity = "", rest = "" }: Options = {}): Project {
  const config = `export default {
    database: { dialect: "sqlite", name: ${JSON.stringify(`${folder}/test.db`)}, ${database} },
    server: { host: "127.0.0.1", maxEventLoopDelay: 0, log: { level: "error" }, rateLimit: { addresses: false }, ${rest} },
    entities: {
      thing: {
        fields: { title: { type: "string", isEditable: true, isRequired: true } },
        permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
        ${entity}
      },
    },
  };`;
  return new Project({ [CONFIG]: config }, env);
}

/** The last acknowledged state of each record, by the title with which it was created. */
type Acknowledged = Map<string, "created" | "changed" | "deleted">;

interface Writing {
  readonly clients: number;
  /** How many records each client creates; without it, clients go on until the server has ended. */
  readonly each?: number;
  readonly isKeyed?: boolean | undefined;
  /** Receives the number of acknowledged records. */
  readonly progress?: (records: number) => void;
}

async function write(url: string, writing: Writing): Promise<Acknowledged> {
  const { clients, each = Infinity, isKeyed = false, progress } = writing;
  const acknowledged: Acknowledged = new Map();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let count = 0; count < each; count++) {
        const title = `${client}-${count}`;
        try {
          const id = await send("POST", url, title);
          acknowledged.set(title, "created");
          if (count % 3 === 1) {
            await send("PATCH", `${url}/${id}`, `${title} changed`);
            acknowledged.set(title, "changed");
          } else if (count % 3 === 2) {
            await send("DELETE", `${url}/${id}`);
            acknowledged.set(title, "deleted");
          }
          progress?.(acknowledged.size);
        } catch {
          // The outcome of the interrupted request is unknown.
          acknowledged.delete(title);
          return;
        }
      }
    }),
  );
  return acknowledged;

  async function send(method: string, path: string, title?: string): Promise<string> {
    const headers = {
      "Content-Type": "application/json",
      ...(isKeyed && method === "POST" && { "Idempotency-Key": `"${title}"` }),
    };
    const body = title === undefined ? null : JSON.stringify({ title });
    const response = await fetch(path, { method, headers, body });
    if (!response.ok) throw new Error(await response.text());
    return response.text();
  }
}

function expectKept(left: ReturnType<Watched["afterPowerCut"]>, acknowledged: Acknowledged): void {
  expect(left.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(lostOf(left, acknowledged)).toEqual([]);
}

/** The titles of records whose acknowledged state is lost. */
function lostOf(left: ReturnType<Watched["afterPowerCut"]>, acknowledged: Acknowledged): readonly string[] {
  const titles = new Set(left.prepare<[], string>("select title from thing").pluck().all());
  return [...acknowledged]
    .filter(([title, state]) =>
      state === "deleted" ? titles.has(title) : !titles.has(state === "changed" ? `${title} changed` : title),
    )
    .map(([title]) => title);
}

describe.skipIf(reason !== undefined)(
  `SQLite, at a power cut${reason === undefined ? "" : `: not run, ${reason}`}`,
  () => {
    let watched: Watched | undefined;

    afterEach(() => {
      watched?.dispose();
      watched = undefined;
    });

    /** Starts a server, writes as several clients, and kills the server meanwhile. */
    async function cutWhileWriting(options: Options, isKeyed?: boolean) {
      const disk = (watched = watchFolder());
      const child = project(disk, options).spawn("start", "--port=0");
      const url = `${await readyToServe(child)}/thing`;
      const enough = 30 + Math.random() * 30;
      const progress = (records: number) => {
        if (records > enough) child.kill("SIGKILL");
      };
      const acknowledged = await write(url, { clients: 8, isKeyed, progress });
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      expect(acknowledged.size).toBeGreaterThan(20);
      return { disk, left: disk.afterPowerCut("test.db"), acknowledged };
    }

    const hooks =
      "hooks: { beforeCreate: () => undefined, afterUpdate: () => undefined, afterDelete: () => undefined },";
    it.each<{ kind: string; options?: Options; isKeyed?: boolean }>([
      { kind: "single statements" },
      { kind: "transactions with hooks", options: { entity: hooks } },
      { kind: "transactions with audit entries", options: { rest: "audit: true" } },
      { kind: "creates with a key", isKeyed: true },
    ])("$kind that were acknowledged are all there after a power cut", async ({ options = {}, isKeyed }) => {
      const { left, acknowledged } = await cutWhileWriting(options, isKeyed);
      expectKept(left, acknowledged);
      const entries = (where: string) =>
        left.prepare<[], number>(`select count(*) from data_api_audit where ${where}`).pluck().get() ?? 0;
      if (options.rest === "audit: true")
        expect(entries("operation = 'create'")).toBeGreaterThanOrEqual(acknowledged.size);
    });

    it("a power cut with relaxed durability loses the latest writes and corrupts nothing", async () => {
      const { left, acknowledged } = await cutWhileWriting({ database: 'durability: "relaxed"' });
      expect(left.pragma("integrity_check", { simple: true })).toBe("ok");
      const isThere = left.prepare("select name from sqlite_master where name = 'thing'").get() !== undefined;
      expect(isThere ? lostOf(left, acknowledged).length : acknowledged.size).toBeGreaterThan(0);
    });

    it("an admin that a command has created is kept after a power cut", async () => {
      watched = watchFolder();
      const made = project(watched, { rest: `}, auth: { secretKey: "${SECRET}"` });
      const { exitCode, stderr } = await made.runAsChildWith(
        "correct horse battery\n",
        ...["user", "create-admin", "--username=root", "--password-stdin"],
      );
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      const left = watched.afterPowerCut("test.db");
      expect(left.prepare('select username from "user"').pluck().all()).toEqual(["root"]);
    });

    it("each write waits for the disk, and concurrent writes wait for it together", async () => {
      // The disk takes longer than a busy machine needs to receive the other requests.
      const disk = (watched = watchFolder(50));
      const child = project(disk).spawn("start", "--port=0");
      const url = `${await readyToServe(child)}/thing`;
      const counted = async (clients: number, each: number) => {
        const before = disk.syncs();
        const acknowledged = await write(url, { clients, each });
        const writes = [...acknowledged.values()].reduce(
          (sum, state) => sum + (state === "created" ? 1 : 2),
          0,
        );
        return { writes, syncs: disk.syncs() - before };
      };
      const alone = await counted(1, 6);
      expect(alone.writes).toBe(10);
      expect(alone.syncs).toBeGreaterThanOrEqual(alone.writes);
      const together = await counted(24, 3);
      expect(together.writes).toBe(24 * 5);
      expect(together.syncs).toBeLessThan(together.writes / 2);
      child.kill("SIGTERM");
      await once(child, "close");
    });
  },
);
