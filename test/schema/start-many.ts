// Runs as a separate process: prints that it is ready, waits for input, and then, on each of the given databases,
// starts a server, writes one record, and stops.
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { DataApi, type Config, type DatabaseConfig, type EntityConfig } from "data-api";

const thing: EntityConfig = {
  fields: {
    title: { type: "string", isEditable: true, isRequired: false, isUnique: true },
    next: {
      type: "int",
      isEditable: true,
      isRequired: false,
      foreignKey: { targetEntityName: "thing0", resolvedEntityName: "theNext" },
    },
  },
  permissions: {},
};
export const entities: Config["entities"] & { readonly thing0: EntityConfig } = {
  thing0: thing,
  ...Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`thing${index + 1}`, thing])),
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log("ready");
  await once(process.stdin, "data");
  for (const text of process.argv.slice(2)) {
    const database = JSON.parse(text) as DatabaseConfig;
    const api = new DataApi({ database, entities, server: { host: "127.0.0.1" } });
    await api.startAsync(0);
    await api.repository("thing0").create({});
    await api.stopAsync();
  }
  process.stdin.destroy();
}
