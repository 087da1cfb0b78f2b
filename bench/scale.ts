/**
 * Predicts the throughput and the slowest answers of deployments that are larger than this machine: measures what a read
 * and a write cost here, checks the simulation against two measured points, and simulates.
 * Needs Linux, PostgreSQL and an otherwise quiet machine.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { postgresServer } from "../test/conformance/servers/postgres-server.js";
import { networkDatabase } from "./databases/network-database.js";
import type { Job, LoadMessage } from "./load.js";
import { operations, type HttpRequest } from "./operations.js";
import { place } from "./place.js";
import { cpuOf } from "./process-cpu.js";
import { drive, next, start, stop, usedBy } from "./processes.js";
import { formatTable, median } from "./report.js";
import { measureDeaths } from "./scale/deaths.js";
import { simulate, type Cost, type Costs, type Deployment, type Prediction } from "./scale/simulate.js";
import type { ServerMessage } from "./server.js";

const HELP = `npm run bench:scale -- [options]

  --processes N,…   server processes, each with a core of its own (default 1,2,4,8,16)
  --nodes N,…       database nodes, of which one takes the writes (default 1,3)
  --node-cores N    cores of each node (default 4)
  --pool N          connections of each process (default 10)
  --clients N       clients for each process, each of which asks again once it is answered (default 32)
  --read-share N    the share of reads, from 0 to 1 (default 0.9)
  --hot-share N     the share of the writes that change one and the same row (default 0)
  --replay-share N  what each other node spends on a write, as a share of the first one's time (default 1)
  --only PART       "processes": what a request costs while several processes serve; "deaths": what requests wait when
                    a database server dies, which needs PostgreSQL's programs
`;

const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "1,2,4,8,16" },
    nodes: { type: "string", default: "1,3" },
    "node-cores": { type: "string", default: "4" },
    pool: { type: "string", default: "10" },
    clients: { type: "string", default: "32" },
    "read-share": { type: "string", default: "0.9" },
    "hot-share": { type: "string", default: "0" },
    "replay-share": { type: "string", default: "1" },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

/** What the costs are not measured at: another mix, another number of processes and of clients. */
const POINTS = [
  { processes: 1, clients: 24, readShare: 0.5 },
  { processes: 2, clients: 12, readShare: 0.9 },
];
const POOL = 10;
/** So many that no process waits, and so few that they do not queue for long. */
const COST_CLIENTS = 4;
/** How many processes serve side by side where their cost is compared, the fewest first. */
const SIDE_BY_SIDE = [1, 2, 3];
const ROUNDS = 3;
const WARM_UP_ROUNDS = 2;
const SECONDS = 5;
const WARM_UP_SECONDS = 2;

if (values.help) console.log(HELP);
else if (values.only === "deaths") await measureDeaths();
else await run(values.only === "processes");

async function run(onlyProcesses: boolean): Promise<void> {
  const blog = await networkDatabase("postgres").create("scale");
  const load = start(undefined, [place("bench/load.js")]);
  const servers = [await startServer()];
  try {
    if (onlyProcesses) {
      await compareProcesses();
      return;
    }
    const costs = await measureCosts();
    printCosts(costs);
    await compareProcesses();
    await check(costs);
    predict(costs);
  } finally {
    for (const server of servers) await stop(server.process);
    await stop(load);
    await blog.drop();
  }

  async function startServer() {
    const child = start(undefined, [place("bench/server.js"), "dynamic"]);
    child.send({ ...blog.config, pool: { max: POOL } });
    const { port } = (await next(child)) as Extract<ServerMessage, { kind: "listening" }>;
    return { port, process: child };
  }

  async function measureCosts(): Promise<Costs> {
    const [read, write] = [await measureKind(1), await measureKind(0)];
    const mean = read.times.reduce((sum, time) => sum + time, 0) / read.times.length;
    const commit = Math.max(0, write.remainder - read.remainder);
    return {
      read: { ...read.cost, way: read.remainder, commit: 0 },
      write: { ...write.cost, way: read.remainder, commit },
      spread: read.times.map((time) => time / mean),
    };
  }

  /** Processor times come from several clients, as traffic is. What else an answer takes comes from a single one. */
  async function measureKind(readShare: number) {
    const [server] = servers;
    if (server === undefined) throw new Error("No server has started.");
    const of = async (clients: number) => {
      let database = 0;
      const before = async () => {
        database = cpuOf(await backends());
        await usedBy(server.process);
      };
      const done = await drive(load, jobOf([server.port], clients, readShare), before);
      const { cpuMicros } = await usedBy(server.process);
      const { answers, times, cpuMicros: client } = done;
      database = cpuOf(await backends()) - database;
      return { times, cost: { client, server: cpuMicros / answers, database: database / answers } };
    };
    const { cost } = await of(COST_CLIENTS);
    const { times, cost: alone } = await of(1);
    const middle = times[times.length >> 1] ?? 0;
    return { cost, times, remainder: Math.max(0, middle - alone.client - alone.server - alone.database) };
  }

  /**
   * What a request costs a server process while so many serve the same database. Each is asked in turn: processes that
   * compete for the cores of one machine cost each other time, whatever they serve. The counts take turns too, so that
   * what else the machine does meets all of them.
   */
  async function compareProcesses(): Promise<void> {
    const names = ["by-id", "create"];
    const costs = names.map(() => SIDE_BY_SIDE.map((): number[] => []));
    while (servers.length < Math.max(...SIDE_BY_SIDE)) servers.push(await startServer());
    // Code that V8 has not optimized yet costs several times as much.
    for (let round = 0; round < WARM_UP_ROUNDS; round++)
      for (const name of names) await costInTurn(servers, name);
    for (let round = 0; round < ROUNDS; round++)
      for (const [place, count] of SIDE_BY_SIDE.entries()) {
        const [serving, others] = [servers.slice(0, count), servers.slice(count)];
        for (const { process: child } of others) child.kill("SIGSTOP");
        try {
          for (const [index, name] of names.entries())
            costs[index]?.[place]?.push(await costInTurn(serving, name));
        } finally {
          for (const { process: child } of others) child.kill("SIGCONT");
        }
      }
    const rows = names.map((name, index) => {
      const [alone = [], ...more] = costs[index] ?? [];
      const ratios = more.map((measured) => {
        const ratio = median(measured.map((micros, round) => micros / (alone[round] ?? Number.NaN)));
        return `${Math.min(...measured).toFixed(0)} (${ratio.toFixed(2)})`;
      });
      return [name, Math.min(...alone).toFixed(0), ...ratios];
    });
    const head = ["server µs", ...SIDE_BY_SIDE.map((count) => `${count} process${count === 1 ? "" : "es"}`)];
    console.log(`${formatTable(head, rows)}\n`);
  }

  async function costInTurn(serving: typeof servers, name: string): Promise<number> {
    let [micros, count] = [0, 0];
    for (const { port, process: child } of serving) {
      const job = {
        ...{ ports: [port], requests: requestsOf(name), status: name === "create" ? 201 : 200 },
        ...{ connections: COST_CLIENTS, warmUpSeconds: 1, seconds: 2 },
      };
      const { answers } = await drive(load, job, async () => void (await usedBy(child)));
      micros += (await usedBy(child)).cpuMicros;
      count += answers;
    }
    return micros / count;
  }

  async function backends(): Promise<readonly number[]> {
    const rows = await postgresServer.run([
      `select pid from pg_stat_activity where datname = '${blog.config.name ?? ""}'`,
    ]);
    return rows.map(({ pid }) => Number(pid));
  }

  async function check(costs: Costs): Promise<void> {
    const rows: string[][] = [];
    for (const { processes, clients, readShare } of POINTS) {
      const ports = servers.slice(0, processes).map(({ port }) => port);
      const measured = await drive(load, jobOf(ports, clients, readShare), () => Promise.resolve());
      const cores = availableParallelism();
      const simulated = simulate(costs, {
        ...{ processes, clients, readShare, serverCores: cores, nodes: 1, nodeCores: cores, pool: POOL },
        ...{ hotShare: 0, replayShare: 0, isOneMachine: true },
      });
      const name = `${processes} processes, ${clients} clients, ${readShare * 100} % reads`;
      rows.push(
        [`${name}: measured`, ...cellsOf(measuredOf(measured))],
        ["  simulated", ...cellsOf(simulated)],
      );
    }
    console.log(
      `${formatTable([`this machine, ${availableParallelism()} cores`, "requests/s", "median, ms", "p99, ms"], rows)}\n`,
    );
  }
}

function measuredOf({ answers, seconds, times }: Extract<LoadMessage, { kind: "done" }>) {
  const quantile = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: answers / seconds, median: quantile(0.5), p99: quantile(0.99) };
}

function jobOf(ports: readonly number[], connections: number, readShare: number): Job {
  const [reads, writes] = [requestsOf("by-id"), requestsOf("update")];
  const requests = reads.map((read, index) => {
    // Evenly mixed: the shares of the whole grow with each request.
    const isRead = Math.floor((index + 1) * readShare) > Math.floor(index * readShare);
    return isRead ? read : (writes[index] ?? read);
  });
  return { ports, requests, status: 200, connections, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS };
}

function requestsOf(name: string): readonly HttpRequest[] {
  return operations.find((operation) => operation.name === name)?.requests ?? [];
}

function printCosts({ read, write }: Costs): void {
  const head = ["µs", "client", "server", "database", "on the way", "commit"];
  const row = (name: string, { client, server, database, way, commit }: Cost) => [
    name,
    ...[client, server, database, way, commit].map((micros) => micros.toFixed(0)),
  ];
  console.log(`${formatTable(head, [row("read by id", read), row("update", write)])}\n`);
}

function predict(costs: Costs): void {
  const numbers = (text: string) => text.split(",").map(positive);
  const rows = numbers(values.nodes).flatMap((nodes) =>
    numbers(values.processes).map((processes) => {
      const deployment: Deployment = {
        ...{ processes, serverCores: processes, nodes, nodeCores: positive(values["node-cores"]) },
        ...{ pool: positive(values.pool), clients: positive(values.clients) * processes },
        readShare: share(values["read-share"]),
        hotShare: share(values["hot-share"]),
        replayShare: share(values["replay-share"]),
      };
      const prediction = simulate(costs, deployment);
      const { servers, primary, replicas } = prediction.busy;
      const busy = [servers, primary, replicas].map((part) => `${(part * 100).toFixed(0)} %`);
      return [`${processes} × ${nodes}`, ...cellsOf(prediction), ...busy];
    }),
  );
  const head = ["processes × nodes", "requests/s", "median, ms", "p99, ms", "servers", "primary", "replicas"];
  console.log(formatTable(head, rows));
}

function cellsOf({ perSecond, median, p99 }: Pick<Prediction, "perSecond" | "median" | "p99">): string[] {
  return [Math.round(perSecond).toLocaleString("en"), (median / 1_000).toFixed(2), (p99 / 1_000).toFixed(2)];
}

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`Not a whole number above 0: "${text}".`);
  return number;
}

function share(text: string): number {
  const number = Number(text);
  if (!(number >= 0 && number <= 1)) throw new Error(`Not a share from 0 to 1: "${text}".`);
  return number;
}
