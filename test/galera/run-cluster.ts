// Starts a cluster for tests by hand, prints where its nodes are, and ends it with the process.
import { once } from "node:events";
import { GaleraCluster } from "./galera-cluster.js";

const begin = performance.now();
const cluster = await GaleraCluster.create(process.argv.slice(2));
console.log(`The cluster runs after ${Math.round(performance.now() - begin)} ms:`);
for (const { port } of cluster.nodes) console.log(`mysql://root@127.0.0.1:${port}`);
await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
await cluster.remove();
