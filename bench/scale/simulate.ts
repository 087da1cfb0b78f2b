import { Clock, Cores, Log, Places, SingleThread } from "./resources.js";

/** What a request of one kind costs, in microseconds. */
export interface Cost {
  /** Processor time of the process that asks. */
  readonly client: number;
  /** Processor time of the server process. */
  readonly server: number;
  /** Processor time of the database. */
  readonly database: number;
  /** The time on the way between the processes, back and forth. */
  readonly way: number;
  /** The time that the database waits for its disk before it acknowledges; 0 for reads. */
  readonly commit: number;
}

/** What is measured of a deployment's parts. */
export interface Costs {
  readonly read: Cost;
  readonly write: Cost;
  /** Times of answers as shares of their mean: requests are not all alike. */
  readonly spread: readonly number[];
}

/** How many there are of each part, and what is asked of them. */
export interface Deployment {
  /** Server processes. */
  readonly processes: number;
  /** Cores of the machines that the server processes run on, together. */
  readonly serverCores: number;
  /** Database nodes. One of them takes the writes, all take reads. */
  readonly nodes: number;
  /** Cores of each database node. */
  readonly nodeCores: number;
  /** Everything runs on `serverCores`, the clients too. */
  readonly isOneMachine?: boolean;
  /** Connections of each server process to the database. */
  readonly pool: number;
  /** Clients, each of which asks again as soon as it is answered. */
  readonly clients: number;
  /** Which share of the requests reads. */
  readonly readShare: number;
  /** Which share of the writes changes one and the same row. */
  readonly hotShare: number;
  /** Which share of a write's database time each other node spends to repeat it. */
  readonly replayShare: number;
}

/** What a deployment does. Times are in microseconds. */
export interface Prediction {
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
  /** How busy the cores are, from 0 to 1. */
  readonly busy: { readonly servers: number; readonly primary: number; readonly replicas: number };
}

/** A node of the database. */
interface Node {
  readonly cores: Cores;
  readonly log: Log;
  readonly hotRow: Places;
}

/** The first part of the simulated time is not counted: queues fill. */
const WARM_UP = 0.2;

/**
 * Predicts what a deployment does, by simulating its requests one by one. The same input gives the same answer.
 * Every queue is served in the order of arrival. Memory, caches and the network's width are not limited.
 */
export function simulate(costs: Costs, deployment: Deployment, seconds = 5): Prediction {
  const { processes, nodes: nodeCount, pool, clients, readShare, hotShare, replayShare } = deployment;
  const clock = new Clock();
  const random = createRandom();
  const machine = new Cores(clock, deployment.serverCores);
  const isShared = deployment.isOneMachine === true;
  const nodes = times(nodeCount, (): Node => {
    const cores = isShared ? machine : new Cores(clock, deployment.nodeCores);
    return { cores, log: new Log(clock), hotRow: new Places(1) };
  });
  const [primary, ...replicas] = nodes;
  if (primary === undefined) throw new Error("A deployment needs a database.");
  const servers = times(processes, () => ({ thread: new SingleThread(machine), pool: new Places(pool) }));
  const asking = new SingleThread(isShared ? machine : new Cores(clock, 1));
  const end = seconds * 1e6;
  const answered: number[] = [];

  for (const client of times(clients, (index) => index)) ask(client);
  clock.runUntil(end);

  function ask(client: number): void {
    const begin = clock.now;
    const server = servers[client % processes];
    const isRead = random() < readShare;
    const node = isRead ? nodes[Math.floor(random() * nodeCount)] : primary;
    if (server === undefined || node === undefined) throw new Error("There is no such process or node.");
    const cost = isRead ? costs.read : costs.write;
    const isHot = !isRead && random() < hotShare;
    const scale = costs.spread[Math.floor(random() * costs.spread.length)] ?? 1;
    const half = (micros: number) => (micros * scale) / 2;
    const way = cost.way / 4;

    const arrive = () => {
      server.thread.work(half(cost.server), () => {
        server.pool.take(query);
      });
    };
    const query = () => {
      clock.after(
        way,
        isHot
          ? () => {
              node.hotRow.take(execute);
            }
          : execute,
      );
    };
    const execute = () => {
      node.cores.work(cost.database * scale, isRead ? leave : commit);
    };
    const commit = () => {
      node.log.commit(cost.commit, () => {
        if (isHot) node.hotRow.give();
        for (const { cores } of replicas) cores.work(cost.database * scale * replayShare, () => undefined);
        leave();
      });
    };
    const leave = () => {
      clock.after(way, () => {
        server.pool.give();
        server.thread.work(half(cost.server), () => {
          clock.after(way, take);
        });
      });
    };
    const take = () => {
      asking.work(isShared ? half(cost.client) : 0, done);
    };
    const done = () => {
      if (clock.now > end * WARM_UP) answered.push(clock.now - begin);
      ask(client);
    };
    asking.work(isShared ? half(cost.client) : 0, () => {
      clock.after(way, arrive);
    });
  }

  const sorted = answered.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const share = (cores: Cores, count: number) => cores.busy / (end * count);
  return {
    perSecond: answered.length / (seconds * (1 - WARM_UP)),
    median: quantile(0.5),
    p99: quantile(0.99),
    busy: {
      servers: share(machine, deployment.serverCores),
      primary: share(primary.cores, isShared ? deployment.serverCores : deployment.nodeCores),
      replicas: Math.max(0, ...replicas.map(({ cores }) => share(cores, deployment.nodeCores))),
    },
  };
}

function times<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Numbers from 0 to 1, the same in every run. */
function createRandom(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
