import { spawn } from "node:child_process";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresServer } from "../../test/replicas/postgres-server.js";
import { place } from "../place.js";
import { next, stop } from "../processes.js";
import { formatTable } from "../report.js";
import type { ServerMessage } from "../server.js";

/** Clients that each ask again once they are answered. */
const CLIENTS = 4;
/** How long they ask, in milliseconds: before the death, after it, and until the server is back at most. */
const [BEFORE, AFTER, PATIENCE] = [2_000, 30_000, 60_000];
/** An answer that takes longer has waited for the dead server, in milliseconds. */
const LONG = 250;

interface Death {
  readonly name: string;
  /** Whether a replica answers reads, and dies. Otherwise the only server does. */
  readonly ofReplica: boolean;
  readonly die: (server: PostgresServer) => Promise<unknown>;
  readonly revive: (server: PostgresServer) => Promise<unknown>;
}

const hangs = {
  die: (server: PostgresServer) => server.freeze(),
  revive: (server: PostgresServer) => server.thaw(),
};
const ends = {
  die: (server: PostgresServer) => server.kill(),
  revive: (server: PostgresServer) => server.start(),
};
const deaths: readonly Death[] = [
  { name: "a replica hangs", ofReplica: true, ...hangs },
  { name: "a replica ends", ofReplica: true, ...ends },
  { name: "the database hangs", ofReplica: false, ...hangs },
  { name: "the database ends", ofReplica: false, ...ends },
];

interface Answer {
  readonly at: number;
  readonly took: number;
  readonly status: number;
}

/** What requests wait when a database server dies: those that meet it, and those after them. */
export async function measureDeaths(): Promise<void> {
  const primary = await PostgresServer.create();
  const replica = await primary.createReplica();
  try {
    const rows: string[][] = [];
    for (const death of deaths) rows.push(await measure(death, primary, replica));
    console.log(
      formatTable(
        [
          "with the default limits",
          "slowest, ms",
          `over ${LONG} ms`,
          "of",
          "then, ms",
          "statuses",
          "back after, ms",
        ],
        rows,
      ),
    );
  } finally {
    await replica.remove();
    await primary.remove();
  }
}

async function measure(
  { name, ofReplica, die, revive }: Death,
  primary: PostgresServer,
  replica: PostgresServer,
): Promise<string[]> {
  // Its log has a line for each 503, which would hide the table.
  const server = spawn(process.execPath, [place("bench/server.js"), "dynamic"], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  try {
    server.send({
      ...primary.database,
      encrypt: false,
      ...(ofReplica && { replicas: { servers: [{ port: replica.port }] } }),
    });
    const { port } = (await next(server)) as Extract<ServerMessage, { kind: "listening" }>;
    const answers: Answer[] = [];
    let isOver = false;
    const clients = Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (!isOver) answers.push(await ask(port));
      }),
    );
    await sleep(BEFORE);
    const victim = ofReplica ? replica : primary;
    const died = performance.now();
    await die(victim);
    await sleep(AFTER);
    const revived = performance.now();
    await revive(victim);
    let back = Number.NaN;
    while (Number.isNaN(back) && performance.now() - revived < PATIENCE) {
      back =
        (answers.findLast(({ at, status }) => at > revived && status === 200)?.at ?? Number.NaN) - revived;
      await sleep(5);
    }
    isOver = true;
    await clients;
    const met = answers.filter(({ at, took }) => at > died && at - took < revived);
    const slow = met.filter(({ took }) => took > LONG);
    const rest = met.filter(({ took }) => took <= LONG).map(({ took }) => took);
    const statuses = [...new Set(met.map(({ status }) => status))].toSorted((a, b) => a - b);
    return [
      name,
      met.reduce((slowest, { took }) => Math.max(slowest, took), 0).toFixed(0),
      String(slow.length),
      met.length.toLocaleString("en"),
      (rest.toSorted((a, b) => a - b)[rest.length >> 1] ?? Number.NaN).toFixed(1),
      statuses.join(", "),
      ofReplica ? "" : back.toFixed(0),
    ];
  } finally {
    await stop(server);
  }
}

/** Reads a record. An answer without one is followed by a pause, as clients that heed `Retry-After` make it. */
async function ask(port: number): Promise<Answer> {
  const begin = performance.now();
  const status = await new Promise<number>((resolve, reject) => {
    const request = http.get({ port, host: "127.0.0.1", path: "/api/data/blogpost/public/findall/id/0/9" });
    request.on("error", reject);
    request.on("response", (response) => {
      response.resume().on("end", () => {
        resolve(response.statusCode ?? 0);
      });
    });
  });
  const at = performance.now();
  if (status !== 200) await sleep(100);
  return { at, took: at - begin, status };
}
