import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import config from "../../examples/messages/data-api.config.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { lacksExtra } from "../extras/extras.js";
import { compileTrees } from "../regeneration/compile.js";
import { swaggerTypescriptClient } from "./openapi-packages.js";
import { servedDocument } from "./served-document.js";
import { unlimited } from "./worlds.js";

// A client that a third-party generator makes from the document compiles, and reads and writes records of a server.

vi.setConfig({ testTimeout: 120_000 });
useCheapHashes();
const parent = path.resolve(import.meta.dirname, "../.tmp");
let folder = "";
let server: TestServer;

/** Code that uses the client. It is compiled and run. */
const story = `
import { Api } from "./client.ts";

export async function story(baseUrl: string) {
  const api = new Api<string>({
    baseUrl,
    securityWorker: (token) => (token === null ? {} : { headers: { Authorization: \`Bearer \${token}\` } }),
  });
  const steps: unknown[] = [];
  const password = "ten trains 10";
  const registered = await api.user.createUser({ username: "anna", password, confirmPassword: password });
  steps.push(registered.status);
  const { data: session } = await api.user.logIn({ username: "anna", password });
  const token: string = session.token;
  api.setSecurityData(token);

  const created = await api.item.createItem(
    { title: "A bicycle", price: "120.50" },
    { headers: { "Idempotency-Key": "one", Prefer: "return=representation" } },
  );
  if (typeof created.data !== "object" || !("id" in created.data)) throw new Error("This is no record.");
  const { id, price } = created.data;
  if (typeof id !== "number") throw new Error("A record has an id.");
  steps.push([created.status, id, price]);
  const again = await api.item.createItem(
    { title: "A bicycle", price: "120.50" },
    { headers: { "Idempotency-Key": "one", Prefer: "return=representation" } },
  );
  steps.push([again.status, JSON.stringify(again.data) === JSON.stringify(created.data)]);

  const one = await api.item.readItem({ id, select: "id,title,lowestprice" });
  const title: string | undefined = one.data.title;
  steps.push([one.status, title, one.data]);
  const whole = await api.item.readItem({ id });
  const tag = whole.headers.get("ETag") ?? "";

  await api.item.createItem({ title: "A car", price: "9000" });
  const page = await api.item.readItemPage({ where: ["price>100", "title~c"], orderBy: "~id", take: 1, count: true });
  const next: string | undefined = page.data.next;
  steps.push([page.data.items.map((item) => item.title), page.data.count, typeof next]);
  const rest = await api.item.readItemPage({ where: ["price>100", "title~c"], orderBy: "~id", after: next });
  steps.push(rest.data.items.map((item) => item.title));

  const queried = await api.item.queryItem({
    where: { price: { gt: 1000 } },
    select: { title: true, owner: { username: true } },
    orderBy: ["~title"],
  });
  steps.push(queried.data.items.map((item) => [item.title, item.owner?.username]));

  const groups = await api.item.aggregateItem({ select: "issold,count(),sum(price)" });
  steps.push(groups.data.items);

  const changed = await api.item.updateItem({ id }, { title: "A red bicycle" }, { headers: { "If-Match": tag } });
  steps.push([changed.status, changed.data]);
  try {
    await api.item.updateItem({ id }, { title: "A blue one" }, { headers: { "If-Match": tag } });
    steps.push("not refused");
  } catch (error) {
    // The client throws the response.
    const { status, error: problem } = error as typeof changed;
    const { code } = problem;
    steps.push([status, code]);
  }
  const deleted = await api.item.deleteItem({ id });
  steps.push([deleted.status, deleted.data]);
  const gone = await api.item.readItem({ id }).catch((response: Response) => response);
  steps.push(gone.status);
  return steps;
}
`;

beforeAll(async () => {
  const { entities, auth } = config as unknown as TestConfig;
  server = await startServer("dynamic", sqlite, {
    entities,
    ...(auth !== undefined && { auth }),
    openapi: true,
    server: unlimited,
  });
  fs.mkdirSync(parent, { recursive: true });
  folder = fs.mkdtempSync(path.join(parent, "openapi-client-"));
});
afterAll(() => {
  fs.rmSync(folder, { recursive: true });
});

test.skipIf(lacksExtra("openapi"))(
  "the client that swagger-typescript-api makes of the OpenAPI document compiles and works",
  async () => {
    const client = await swaggerTypescriptClient(await servedDocument(server));
    const tree = { "client.ts": client, "story.ts": story };
    // Strict options as in a user's project, without the options that only this repository uses.
    const errors = compileTrees(new Map([["client", tree]]), {
      exactOptionalPropertyTypes: false,
      allowImportingTsExtensions: true,
      lib: ["es2023", "dom", "dom.iterable"],
    });
    expect(errors).toEqual([]);

    for (const [name, text] of Object.entries(tree)) fs.writeFileSync(path.join(folder, name), text);
    const told = (await import(/* @vite-ignore */ path.join(folder, "story.ts"))) as {
      story: (url: string) => Promise<readonly unknown[]>;
    };
    expect(await told.story(server.url)).toEqual([
      201,
      [201, 1, "120.5"],
      [201, true],
      [200, "A bicycle", { id: 1, title: "A bicycle", lowestprice: null }],
      [["A car"], 2, "string"],
      ["A bicycle"],
      [["A car", "anna"]],
      [{ issold: false, "count()": 2, "sum(price)": "9120.5" }],
      [200, { count: 1 }],
      [412, "precondition-failed"],
      [200, { count: 1 }],
      404,
    ]);
  },
);
