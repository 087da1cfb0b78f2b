import path from "node:path";
import { DataApi, type Config } from "data-api";
import { beforeAll, describe, expect, test } from "vitest";
import blog from "../../examples/blog/data-api.config.js";
import messages from "../../examples/messages/data-api.config.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { openapiDocument } from "../../runtime/surfaces/openapi/openapi-document.js";
import { httpMethods } from "../../runtime/surfaces/openapi/openapi-types.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";

import { readHttpFile, sendAll, type WrittenRequests } from "./http-files.js";
import { httpFile, jetBrains, restClient } from "../../generator/requests/http-file.js";
import { planRequests } from "../../generator/requests/plan-requests.js";
import type { RequestPlan } from "../../generator/requests/planned-request.js";
import type { Model } from "../../runtime/model/model.js";
import { goldenFolders, loadGoldenConfig } from "../golden/folders.js";
import { configModule, expectRefusal, Project } from "./project.js";
import { serveApi } from "../conformance/start.js";

useCheapHashes();

const root = path.resolve(import.meta.dirname, "../..");
const readers: Readonly<Record<string, (text: string) => WrittenRequests>> = {
  "vscode.http": readHttpFile,
  "jetbrains.http": readHttpFile,
};

interface Tried {
  readonly config: Config;
  readonly file: string;
  /** The operations that a new user may not do, with their statuses. */
  readonly refused: Readonly<Record<string, number>>;
}

const refusedTags = {
  createTag: 403,
  findTagById: 200,
  readTag: 404,
  putTag: 403,
  updateTag: 403,
  upsertTag: 403,
  updateManyTag: 403,
  deleteTag: 403,
  deleteManyTag: 403,
};

const configs: Readonly<Record<string, Tried>> = {
  blog: { config: blog, file: "examples/blog/data-api.config.ts", refused: {} },
  messages: { config: messages, file: "examples/messages/data-api.config.ts", refused: refusedTags },
};

describe.each(Object.entries(configs))("the requests of %s", (_, { config, file, refused }) => {
  const project = new Project();
  const document = openapiDocument(resolveModel(config));
  const operations = Object.values(document.paths).flatMap((item) =>
    httpMethods.flatMap((method) => item[method] ?? []),
  );
  let said = "";

  beforeAll(async () => {
    const { exitCode, stdout, stderr } = await project.run("requests", "--config", path.join(root, file));
    expect([exitCode, stderr]).toEqual([0, ""]);
    said = stdout;
  });

  test("the command requests writes one request for each operation of the OpenAPI document except streams", () => {
    expect(project.files()).toEqual(
      Object.keys(readers)
        .sort()
        .map((name) => `requests/${name}`),
    );
    const streams = ["streamRecords", "createRecordStream", "followMessageChanges"];
    const ids = operations.map(({ operationId }) => operationId).filter((id) => !streams.includes(id));
    ids.sort();
    for (const [name, read] of Object.entries(readers)) {
      const { requests } = read(project.read(`requests/${name}`));
      const names = requests.map((request) => request.name).filter((each) => each !== "logInAgain");
      expect(names.sort()).toEqual(ids);
      expect(said).toContain(`Wrote ${requests.length} requests`);
    }
  });

  test.each(Object.entries(readers))(
    "written requests are answered in the order of the file for %s",
    async (name, read) => {
      const written = read(project.read(`requests/${name}`));
      const sent = await serving(config, (host) => sendAll(written, { host }));
      for (const { name: operation, status, answer } of sent) {
        const said = `${operation} ${status} ${answer}`;
        expect(said).not.toContain("{{");
        const expected = refused[operation];
        if (expected === undefined) expect(status, said).toBeLessThan(300);
        else expect(status, said).toBe(expected);
        const { responses = {} } = operations.find(({ operationId }) => operationId === operation) ?? {};
        if (operation !== "logInAgain") expect(Object.keys(responses), said).toContain(String(status));
      }
    },
  );
});

test("written requests succeed for an admin, also those that are refused to a new user", async () => {
  const project = new Project();
  await project.run("requests", "--config", path.join(root, "examples/messages/data-api.config.ts"));
  const written = readHttpFile(project.read("requests/vscode.http"));
  const { username = "", password = "" } = written.variables;
  const sent = await serving(messages, async (host, api) => {
    const admin = { username, password, roles: ["admin"] };
    await api.repository("user").create(admin);
    return sendAll(written, { host });
  });
  const failed = sent.filter(({ status }) => status >= 300).map(({ name, status }) => [name, status]);
  // The admin has this name already.
  expect(failed).toEqual([["createUser", 409]]);
});

test("requests for many entities include every operation with its body", () => {
  const plain = { type: "string", isEditable: true, isRequired: true } as const;
  const permissions = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
  // `query` is also a segment in the path of a read by body.
  const names = ["query", ...Array.from({ length: 101 }, (_, index) => `note${index}`)];
  const entities = Object.fromEntries(names.map((name) => [name, { fields: { title: plain }, permissions }]));
  const model = resolveModel({ database: { dialect: "sqlite", name: ":memory:" }, entities });
  const { requests } = planRequests(model);
  const ofLast = requests.filter(({ path }) => /^\/api\/data\/note100(?:\/|$)/.test(path));
  expect(ofLast.map(({ name }) => name)).toEqual([
    "createNote100",
    ...["readNote100Page", "queryNote100", "aggregateNote100", "readNote100"],
    ...["findAllNote100", "findNote100ByCondition", "findNote100ById"],
    ...["updateManyNote100", "putNote100", "updateNote100", "deleteNote100", "deleteManyNote100"],
  ]);
  for (const { name, body } of requests)
    if (/^(?:create|put|update)/.test(name)) expect(JSON.parse(body ?? "")).toEqual({ title: "Title" });
  expect(requests[0]?.name).toBe("createQuery");
});

test("the command requests does not overwrite manually edited files without --force", async () => {
  const project = new Project({ "data-api.config.mjs": configModule() });
  const run = (...args: readonly string[]) => project.run("requests", "--out", "try", ...args);
  expect((await run()).exitCode).toBe(0);
  const first = project.read("try/vscode.http");
  expect(first).toContain("@host = http://localhost:1337\n");
  // Also with the line ends of a checkout on Windows.
  project.write("try/vscode.http", first.replaceAll("\n", "\r\n"));
  expect((await run("--url", "https://api.example.com/")).exitCode).toBe(0);
  expect(project.read("try/vscode.http")).toBe(
    first
      .replace("http://localhost:1337", "https://api.example.com")
      .replace(/(?<=edited: )\w+/, (project.read("try/vscode.http").match(/(?<=edited: )\w+/) ?? [""])[0]),
  );
  project.write("try/jetbrains.http", project.read("try/jetbrains.http").replace("@host = ", "@host =  "));
  const before = project.snapshot();
  expectRefusal(await run(), "Nothing was written", path.join("try", "jetbrains.http"), "--force");
  expect(project.snapshot()).toEqual(before);
  expect((await run("--force")).exitCode).toBe(0);
  expect(project.read("try/vscode.http")).toBe(first);
});

test("requests --url must be the base URL of a server", async () => {
  const project = new Project({ "data-api.config.mjs": configModule() });
  for (const url of ["localhost:1337", "https://", "https://x.example/?a=1", "ftp://x.example"])
    expectRefusal(await project.run("requests", "--url", url), `"${url}" is not a URL`);
  expect(project.files()).toEqual(["data-api.config.mjs"]);
});

test("line breaks in a title or URL add no request to the written file", () => {
  const injected = "\n\n### More\nDELETE http://localhost/api/data/tag/1\n\n";
  const openapi = { title: `Blog${injected}`, url: `https://api.example.com/${injected}` };
  const plan = planRequests(resolveModel({ ...blog, openapi }));
  for (const tool of [restClient, jetBrains]) {
    const text = httpFile(plan, tool, "");
    expect(text.match(/^###.*/gm)).toHaveLength(plan.requests.length);
    expect(text).not.toMatch(/^DELETE http:/m);
  }
});

describe("every variable has a value, or gets it from an earlier answer", () => {
  test.each(goldenFolders.map((folder) => [folder.name, folder] as const))(
    "every variable of the requests has a value, or gets it from an earlier answer: %s",
    async (_, folder) => {
      expectKnown(resolveModel(await loadGoldenConfig(folder)));
    },
  );

  test("every variable of the requests to a server with an identity provider's tokens has a value", () => {
    const auth = { jwt: { issuer: "https://id.example.com", audience: "api" } };
    const plan = expectKnown(
      resolveModel({
        ...blog,
        auth,
        entities: { blogpost: { ...blog.entities.blogpost, permissions: { read: ["member"] } } },
      }),
    );
    expect(plan.variables).toEqual({ host: "http://localhost:1337", token: "" });
  });

  test("every variable of the requests with refresh tokens has a value, or gets it from an earlier answer", () => {
    const auth = { ...messages.auth, refreshTokens: true };
    const names = expectKnown(resolveModel({ ...messages, auth })).requests.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(["createUser", "logIn", "refresh"]);
    expect(names.slice(-4)).toEqual(["changePassword", "logOut", "logInAgain", "deleteUser"]);
  });

  function expectKnown(model: Model): RequestPlan {
    const plan = planRequests(model);
    const known = new Set([...Object.keys(plan.variables), "unique"]);
    for (const { name, path: place, headers, body = "", token, stores } of plan.requests) {
      const texts = [place, body, ...headers.map(({ value }) => value), `{{${token ?? "host"}}}`];
      const used = Array.from(texts.join("\n").matchAll(/\{\{([^}]+)\}\}/g), ([, each = ""]) => each);
      expect(
        used.filter((each) => !known.has(each)),
        name,
      ).toEqual([]);
      for (const variable of Object.keys(stores)) known.add(variable);
    }
    expect(plan.requests.length).toBeGreaterThan(3);
    return plan;
  }
});

/** Serves a configuration from an empty database. */
async function serving<T>(config: Config, work: (host: string, api: DataApi) => Promise<T>): Promise<T> {
  const api = new DataApi<Config>({
    ...config,
    database: { dialect: "sqlite", name: ":memory:" },
    server: { ...config.server, host: "127.0.0.1", maxEventLoopDelay: 0, log: { level: "silent" } },
  });
  const { port } = await serveApi(api);
  try {
    return await work(`http://127.0.0.1:${port}`, api);
  } finally {
    await api.stopAsync();
  }
}
