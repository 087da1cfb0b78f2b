import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { DataApi, type Config } from "data-api";
import { createClient } from "data-api/client";
import { build } from "vite";
import config from "../../examples/messages/data-api.config.js";
import { servePage } from "../../examples/messages/serve-page.js";

const source = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** A server of `examples/messages` with its page, users and items. */
export interface MessagesPage {
  readonly url: string;
  readonly passwords: Readonly<Record<"anna" | "ben", string>>;
  /** A client that is logged in as one of the users. */
  readonly as: (username: "anna" | "ben") => Promise<ReturnType<typeof createClient<typeof config>>>;
  readonly stop: () => Promise<void>;
}

/** The titles of the items. The page lists the last one first. */
const things = [
  "A chair",
  "A lamp",
  "A kettle",
  "An atlas",
  "A tent",
  "Roller skates",
  "A guitar",
  "A radio",
];
const bicycles = ["A bicycle", "A child's bicycle", "A folding bicycle"];

/** Builds the page into a folder and serves it with a new database, with two users and, unless it is empty, items. */
export async function startMessagesPage(
  folder: string,
  { isEmpty = false }: { readonly isEmpty?: boolean } = {},
): Promise<MessagesPage> {
  await build({
    configFile: source("examples/messages/web/vite.config.ts"),
    logLevel: "warn",
    build: { outDir: folder },
    resolve: {
      alias: {
        "data-api/client": source("runtime/client.ts"),
        "data-api/schema": source("runtime/schema.ts"),
      },
    },
  });
  const api = new DataApi({
    ...(config as Config),
    database: { dialect: "sqlite", name: ":memory:" },
    server: { host: "127.0.0.1", maxEventLoopDelay: 0 },
  });
  api.setupApiEndpoints();
  servePage(api.app, folder);
  const server = await api.startAsync(0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const passwords = { anna: "seven bikes 7", ben: "eight boats 8" };
  const as = async (username: "anna" | "ben") => {
    const client = createClient<typeof config>(url);
    await client.auth.logIn({ username, password: passwords[username] });
    return client;
  };
  for (const [username, password] of Object.entries(passwords))
    await createClient<typeof config>(url).auth.register({ username, password, city: "Berlin" });
  if (isEmpty) return { url, passwords, as, stop: () => api.stopAsync() };
  const [anna, ben] = [await as("anna"), await as("ben")];
  for (const [index, title] of things.entries())
    await anna.item.create({ title, price: String(5 + index * 7), issold: index % 3 === 1 });
  for (const [index, title] of bicycles.entries())
    await ben.item.create({ title, price: String(120 + index * 45) });
  await anna.item.create({ title: "A teapot", price: "18.5" });
  return { url, passwords, as, stop: () => api.stopAsync() };
}
