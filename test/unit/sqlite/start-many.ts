// Run as a process of its own: says that it is ready, waits for a word, and then starts a server on each of the files
// that it is told, writes one record, and stops.
import { once } from "node:events";
import { DataApi, type EntityConfig } from "../../../runtime/index.js";

const thing: EntityConfig = {
  fields: { title: { type: "string", isEditable: true, isRequired: false, isUnique: true } },
  permissions: {},
};
const entities = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`thing${index}`, thing]));

console.log("ready");
await once(process.stdin, "data");
for (const name of process.argv.slice(2)) {
  const api = new DataApi({ database: { dialect: "sqlite", name }, entities, server: { host: "127.0.0.1" } });
  await api.startAsync(0);
  await api.repository("thing0").create({});
  await api.stopAsync();
}
process.stdin.destroy();
