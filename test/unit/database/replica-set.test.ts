import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { Dialect } from "../../../runtime/database/dialect.js";
import { ReplicaSet } from "../../../runtime/database/replicas/replica-set.js";
import type { Connection } from "../../../runtime/database/wire/connection.js";
import type { Replication } from "../../../runtime/database/wire/replication.js";
import { ON_PRIMARY } from "../../../runtime/model/seen-positions.js";

const PRIMARY = 1;
const REPLICA = 2;

/** Servers by port. Their positions are numbers. */
class Servers {
  readonly positions = new Map([
    [PRIMARY, 10],
    [REPLICA, 10],
  ]);
  readonly away = new Set<number>();
  /** How long the primary takes to answer, in milliseconds. */
  delay = 0;
  readonly open = new Set<Connection>();
  readonly warnings: string[] = [];
  readonly messages: string[] = [];
  readonly #portOf = new WeakMap<Connection, number>();
  readonly set: ReplicaSet;

  constructor() {
    const dialect = { open: (settings) => this.#connect(settings.port) } as Partial<Dialect> as Dialect;
    const settings = { host: "here", port: PRIMARY, pool: { max: 1 } };
    const replicas = { servers: [{ port: REPLICA }], maxLag: 100, consistency: "eventual" };
    const replication: Required<Replication> = {
      open: ({ port }) => this.#connect(port),
      look: async (connection) => {
        const isReplica = this.#portOf.get(connection) === REPLICA;
        const position = await this.#ask(connection);
        return { identity: "us", follows: isReplica ? "us" : undefined, isReadOnly: isReplica, position };
      },
      written: (connection) => this.#ask(connection),
      applied: (connection) => this.#ask(connection),
      reaches: (position, needed) => position !== "" && Number(position) >= Number(needed),
      isAhead: (replica, primary) => Number(replica) > Number(primary),
    };
    this.set = new ReplicaSet(
      { ...settings, replicas } as unknown as ConstructorParameters<typeof ReplicaSet>[0],
      dialect,
      { replication, prepare: (connection) => connection },
      {
        warn: ({ code, message }) => {
          this.warnings.push(code);
          this.messages.push(message);
        },
        onReadOnly: () => undefined,
      },
    );
  }

  #connect(port: number | undefined): Promise<Connection> {
    if (port === undefined || this.away.has(port)) return Promise.reject(new Error("It is away."));
    const close = () => {
      this.open.delete(connection);
      return Promise.resolve();
    };
    const connection = { close } as Partial<Connection> as Connection;
    this.#portOf.set(connection, port);
    this.open.add(connection);
    return Promise.resolve(connection);
  }

  async #ask(connection: Connection): Promise<string> {
    const port = this.#portOf.get(connection) ?? PRIMARY;
    const position = String(this.positions.get(port));
    if (port === PRIMARY) await sleep(this.delay);
    return position;
  }

  /** Whether a replica answered a read at any time of the next 300 ms. */
  async answeredReads(): Promise<boolean> {
    let isUsed = false;
    const end = Date.now() + 300;
    while (Date.now() < end) {
      await sleep(2);
      isUsed ||= (await this.set.choose(undefined)) !== undefined;
    }
    return isUsed;
  }
}

let servers: Servers;

afterEach(() => servers.set.close());

it("a replica that is ahead of the primary answers no reads until it receives changes from it", async () => {
  servers = new Servers();
  servers.away.add(REPLICA);
  servers.positions.set(REPLICA, 20);
  await servers.set.open();
  servers.away.delete(REPLICA);
  expect(await servers.answeredReads()).toBe(false);
  expect(servers.warnings).not.toContain("replica-back");
  // The primary has caught up, but the replica has received nothing from it.
  servers.positions.set(PRIMARY, 20);
  expect(await servers.answeredReads()).toBe(false);
  servers.positions.set(PRIMARY, 30);
  servers.positions.set(REPLICA, 30);
  await expect.poll(() => servers.answeredReads()).toBe(true);
});

it("a replica that is ahead of the primary is an error at start", async () => {
  servers = new Servers();
  servers.positions.set(REPLICA, 20);
  await expect(servers.set.open()).rejects.toThrow("another database");
});

it("a replica is used immediately after the start", async () => {
  servers = new Servers();
  await servers.set.open();
  expect(await servers.set.choose(undefined)).toBeDefined();
});

it("a replica that seems ahead because the primary answers slowly is not considered another database", async () => {
  servers = new Servers();
  await servers.set.open();
  servers.delay = 60;
  for (let position = 11; position < 40; position++) {
    servers.positions.set(PRIMARY, position).set(REPLICA, position);
    await servers.set.choose({ positions: [String(position)], since: performance.now() });
    await sleep(10);
  }
  // On a busy machine, the replica may be unused for another reason: its own answers are late.
  expect(servers.messages.join()).not.toContain("another database");
});

it("closing the set of replicas during a question leaves no connection open", async () => {
  servers = new Servers();
  await servers.set.open();
  servers.delay = 60;
  await sleep(50);
  await servers.set.close();
  await sleep(150);
  await servers.set.noteWritten();
  expect(servers.open.size).toBe(0);
});

it("the primary's position is given only if something was written since", async () => {
  servers = new Servers();
  await servers.set.open();
  const before = performance.now();
  expect(servers.set.positionSince(before)).toBeUndefined();
  await servers.set.noteWritten();
  expect(servers.set.positionSince(before)).toBe("10");
  await sleep(2);
  expect(servers.set.positionSince(performance.now())).toBeUndefined();
});

it("a write of unknown position is not forgotten when the answer to an earlier question arrives", async () => {
  servers = new Servers();
  await servers.set.open();
  servers.delay = 20;
  const earlier = servers.set.noteWritten();
  await sleep(5);
  servers.set.noteUnknown();
  await earlier;
  expect(servers.set.positionSince(-Infinity)).toBe(ON_PRIMARY);
});
