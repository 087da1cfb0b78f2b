import type { AddressInfo } from "node:net";
import path from "node:path";
import { Ajv } from "ajv";
import { DataApi, type Config } from "data-api";
import { beforeAll, describe, expect, test, vi } from "vitest";
import blog from "../../examples/blog/data-api.config.js";
import messages from "../../examples/messages/data-api.config.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { openapiDocument } from "../../runtime/surfaces/openapi/openapi-document.js";
import { httpMethods } from "../../runtime/surfaces/openapi/openapi-types.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";

import { readCollection, readHttpFile, sendAll, type WrittenRequests } from "./http-files.js";
import { expectRefusal, Project } from "./project.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
useCheapHashes();

const root = path.resolve(import.meta.dirname, "../..");
const readers: Readonly<Record<string, (text: string) => WrittenRequests>> = {
  "vscode.http": readHttpFile,
  "jetbrains.http": readHttpFile,
  "postman.json": readCollection,
};

interface Tried {
  readonly config: Config;
  readonly file: string;
  /** The operations that a new user may not do, each with the status. */
  readonly refused: Readonly<Record<string, number>>;
}

const refusedTags = {
  createTag: 403,
  findTagById: 200,
  readTag: 404,
  putTag: 403,
  updateTag: 403,
  deleteTag: 403,
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

  test("are written, one for each operation of the OpenAPI document", () => {
    expect(project.files()).toEqual(
      Object.keys(readers)
        .sort()
        .map((name) => `requests/${name}`),
    );
    const ids = operations.map(({ operationId }) => operationId).sort();
    for (const [name, read] of Object.entries(readers)) {
      const { requests } = read(project.read(`requests/${name}`));
      const names = requests.map((request) => request.name).filter((each) => each !== "logInAgain");
      expect(names.sort()).toEqual(ids);
      expect(said).toContain(`Wrote ${requests.length} requests`);
    }
  });

  test.each(Object.entries(readers))("are answered in the order of %s", async (name, read) => {
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
  });
});

/** Serves a configuration from an empty database. */
async function serving<T>(config: Config, work: (host: string, api: DataApi) => Promise<T>): Promise<T> {
  const api = new DataApi<Config>({
    ...config,
    database: { dialect: "sqlite", name: ":memory:" },
    server: { ...config.server, host: "127.0.0.1", log: { level: "silent" } },
  });
  api.setupApiEndpoints();
  const { port } = (await api.startAsync(0)).address() as AddressInfo;
  try {
    return await work(`http://127.0.0.1:${port}`, api);
  } finally {
    await api.stopAsync();
  }
}
