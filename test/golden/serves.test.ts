import type { AddressInfo } from "node:net";
import path from "node:path";
import { DataApi, type ApiServer, type Config } from "data-api";
import { afterAll, describe, expect, test, vi } from "vitest";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { goldenFolders, loadGoldenConfig, type GoldenFolder } from "./folders.js";

vi.setConfig({ testTimeout: 120_000 });

// The committed output runs, whatever names its tables and fields have, and answers as the dynamic server does.
const running: ApiServer[] = [];
afterAll(() => Promise.all(running.map((api) => api.stopAsync())));

describe.each(goldenFolders)("$name", (folder) => {
  test("answers as the dynamic server does", async () => {
    const config: Config = { ...(await loadGoldenConfig(folder)), server: { host: "127.0.0.1" } };
    const dynamic = await serve(new DataApi(config));
    const generated = await serve((await loadCreateApi(folder))(config));
    for (const [name, entity] of Object.entries(config.entities)) {
      const record = exampleOf(entity.fields);
      const body = JSON.stringify(record);
      const changes = JSON.stringify(withoutSecrets(record, entity.fields));
      for (const [path, init] of [
        [name, { method: "POST", body: "{}" }],
        [name, { method: "POST", body }],
        [`${name}/1`, { method: "PATCH", body: changes }],
        [`${name}/public/findall/id/0/10`, {}],
        [`${name}/public/findbyid/1`, {}],
        [`${name}/public/findbycondition/~id/0/10/id%3C2`, {}],
        [`${name}/public/findall/~nothing/0/10`, {}],
        [`${name}/1`, { method: "DELETE" }],
      ] as const) {
        const expected = await ask(dynamic, path, init);
        expect(await ask(generated, path, init), `${path} ${JSON.stringify(init)}`).toEqual(expected);
        expect(expected.status, path).toBeLessThan(500);
      }
    }
  });
});

async function loadCreateApi({ expected }: GoldenFolder): Promise<(config: Config) => ApiServer> {
  const module = (await import(path.join(expected, "index.ts"))) as {
    createApi: (config: Config) => ApiServer;
  };
  return module.createApi;
}

async function serve(api: ApiServer): Promise<string> {
  api.setupApiEndpoints();
  const server = await api.startAsync(0);
  running.push(api);
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api/data`;
}

async function ask(url: string, path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${url}/${path}`, { headers, ...init });
  return { status: response.status, body: withoutChance(await response.json()) };
}

/** What is another in every run: times and random keys. */
function withoutChance(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body)
      .replace(/"(created|updated)at":"\d{4}-[^"]*Z"/g, '"$1at":"now"')
      .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"a uuid"'),
  );
}

type Fields = Config["entities"][string]["fields"];

/** A value for every field, but for secrets that need none: hashing takes its time. */
function exampleOf(fields: Fields): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { foreignKey }]) => foreignKey === undefined || foreignKey === null)
      .filter(([, { type, isRequired }]) => type !== "secret" || isRequired)
      .map(([name, { type, values, maxLength }]) => {
        if (values !== undefined) return [name, values[0]];
        return [name, fieldTypes[type].parse(examples[type], { maxLength, precision: 12, scale: 4 })];
      }),
  );
}

function withoutSecrets(
  record: Readonly<Record<string, unknown>>,
  fields: Fields,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => fields[name]?.type !== "secret"));
}

const examples: Readonly<Record<keyof typeof fieldTypes, unknown>> = {
  string: '"',
  text: "'; drop table a; --",
  richtext: "<p>",
  int: 7,
  bigint: "9223372036854775807",
  float: 0.1,
  decimal: "0.5",
  boolean: true,
  date: "2024-02-29",
  datetime: "2024-02-29T12:00:00.000Z",
  uuid: "a9b1c2d3-0000-4000-8000-00000000000f",
  json: { a: [null] },
  secret: "s",
};
