/** Serves as many entities as its first argument says. Reports its port and its start time to its parent. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { DataApi, type Config, type DatabaseConfig } from "data-api";
import type { ServerMessage } from "./server.js";
import { tellUsed } from "./used.js";

/** `millis` does not include the time to load the code. */
export type StartedMessage =
  | ServerMessage
  | { readonly kind: "started"; readonly port: number; readonly millis: number };

const count = Number(process.argv[2]);
const [database] = (await once(process, "message")) as [DatabaseConfig];
const config = configOf(database);
const before = performance.now();
const api = new DataApi(config);
api.setupApiEndpoints();
const server = await api.startAsync(0);
const millis = performance.now() - before;
send({ kind: "started", port: (server.address() as AddressInfo).port, millis });

tellUsed();
process.on("disconnect", () => process.exit());

/** Each entity has a foreign key to the one before it. */
function configOf(database: DatabaseConfig): Config {
  const entities = Array.from({ length: count }, (_, index): [string, Config["entities"][string]] => {
    const field = (type: "string" | "richtext" | "int") =>
      ({ type, isEditable: true, isRequired: false }) as const;
    const fields = {
      title: { ...field("string"), isIndexed: true },
      content: field("richtext"),
      views: field("int"),
      previousid: {
        ...field("int"),
        foreignKey: { targetEntityName: `entity${Math.max(0, index - 1)}`, resolvedEntityName: "previous" },
      },
    };
    const permissions = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
    return [`entity${index}`, { fields, permissions }];
  });
  return { database, entities: Object.fromEntries(entities), server: { host: "127.0.0.1" } };
}

function send(message: StartedMessage): void {
  process.send?.(message);
}
