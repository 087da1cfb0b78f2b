// Starts a cluster for manual tests, prints its addresses, and stops it when the process ends.
import { once } from "node:events";
import { GaleraCluster } from "./galera-cluster.js";

const begin = performance.now();
const cluster = await GaleraCluster.create(process.argv.slice(2));
console.log(`The cluster runs after ${Math.round(performance.now() - begin)} ms:`);
for (const { port } of cluster.nodes) console.log(`mysql://root@127.0.0.1:${port}`);
await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
await cluster.remove();
