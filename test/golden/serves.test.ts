import fs from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import SqliteFile from "better-sqlite3";
import { DataApi, type ApiServer, type Config } from "data-api";
import { afterAll, describe, expect, test } from "vitest";
import { keyNames } from "../../runtime/config/keys.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { goldenFolders, loadGoldenConfig, placeOfGolden, type GoldenFolder } from "./folders.js";

// The committed output runs with all names of tables and fields, and answers like the dynamic server.
const running: ApiServer[] = [];
const folders: string[] = [];
afterAll(async () => {
  await Promise.all(running.map((api) => api.stopAsync()));
  for (const folder of folders) fs.rmSync(folder, { recursive: true });
});
const JSON_TYPE = { "Content-Type": "application/json" };

describe.each(goldenFolders)("$name", (folder) => {
  test("generated code answers like the dynamic server", async () => {
    const config: Config = {
      ...(await loadGoldenConfig(folder)),
      server: { host: "127.0.0.1", maxEventLoopDelay: 0 },
    };
    const createApi = await loadCreateApi(folder);
    const dynamic = await serve(new DataApi({ ...config, database: prepareDatabase(folder, config) }));
    const generated = await serve(createApi({ ...config, database: prepareDatabase(folder, config) }));
    for (const [name, entity] of Object.entries(config.entities)) {
      const record = exampleOf(entity.fields);
      const body = JSON.stringify(record);
      const changes = JSON.stringify(withoutSecrets(record, entity.fields));
      const keys = keyNames(entity);
      const id = keys
        .map((key) => (entity.fields[key]?.isIgnoredOnCreate === true ? 1 : (record[key] ?? 1)))
        .map((value) => encodeURIComponent(value as string))
        .join("/");
      // Random keys have a different order on each server.
      const isRandom = entity.systemFields?.id === "uuid";
      const sorted = isRandom || keys.length === 0 ? Object.keys(entity.fields) : keys;
      const [orderBy = ""] = sorted;
      const condition = encodeURIComponent(`${sorted.slice(0, keys.length || 1).join("<>null&")}<>null`);
      for (const [path, init] of [
        [name, { method: "POST", body: "{}" }],
        [name, { method: "POST", body }],
        [name, { method: "POST", body, headers: { ...JSON_TYPE, Prefer: "return=representation" } }],
        [`${name}/${id}`, { method: "PATCH", body: changes }],
        [`${name}/public/findall/${orderBy}/0/10`, {}],
        [`${name}/public/findbyid/${id}`, {}],
        [`${name}/public/findbycondition/~${orderBy}/0/10/${condition}`, {}],
        [`${name}/public/findall/~nothing/0/10`, {}],
        [`${name}/${id}`, { method: "DELETE" }],
      ] as const) {
        const expected = await ask(dynamic, path, init);
        expect(await ask(generated, path, init), `${path} ${JSON.stringify(init)}`).toEqual(expected);
        expect(expected.status, path).toBeLessThan(500);
      }
    }
  });
});

async function loadCreateApi(folder: GoldenFolder): Promise<(config: Config) => ApiServer> {
  const module = (await import(path.join(placeOfGolden(folder), "index.ts"))) as {
    createApi: (config: Config) => ApiServer;
  };
  return module.createApi;
}

/** The database of the folder. A new one if statements must prepare it. */
function prepareDatabase({ before }: GoldenFolder, { database }: Config): Config["database"] {
  if (!fs.existsSync(before)) return database;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "data-api-golden-"));
  folders.push(folder);
  const name = path.join(folder, "golden.db");
  const file = new SqliteFile(name);
  file.exec(fs.readFileSync(before, "utf8"));
  file.close();
  return { ...database, name };
}

async function serve(api: ApiServer): Promise<string> {
  api.setupApiEndpoints();
  const server = await api.startAsync(0);
  running.push(api);
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api/data`;
}

async function ask(url: string, path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/${path}`, { headers: JSON_TYPE, ...init });
  return { status: response.status, body: withoutChance(await response.json()) };
}

/** Masks times, random keys and request ids, which differ in every run. */
function withoutChance(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body)
      .replace(/"(created|updated)at":"\d{4}-[^"]*Z"/g, '"$1at":"now"')
      .replace(/"instance":"[^"]*"/, '"instance":"a request"')
      .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"a uuid"'),
  );
}

type Fields = Config["entities"][string]["fields"];

/** A value for every field, except optional secrets, because hashing is slow. */
function exampleOf(fields: Fields): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { foreignKey }]) => foreignKey === undefined || foreignKey === null)
      .filter(([, { type, isRequired }]) => type !== "secret" || isRequired)
      .map(([name, { type, values, maxLength, zone, precision }]) => {
        if (values !== undefined) return [name, values[0]];
        if (type === "datetime" && zone === "none") return [name, "2024-02-29T12:00:00.000"];
        if (type === "time" && precision === 0) return [name, "13:45:30"];
        return [name, fieldTypes[type].parse(examples[type], { maxLength, precision: 12, scale: 4, zone })];
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
  enum: "must be listed",
  list: [],
  int: 7,
  bigint: "9223372036854775807",
  float: 0.1,
  decimal: "0.5",
  boolean: true,
  date: "2024-02-29",
  datetime: "2024-02-29T12:00:00.000Z",
  time: "13:45:30.5",
  duration: "P1Y2M3DT4H5M6S",
  year: 2024,
  uuid: "a9b1c2d3-0000-4000-8000-00000000000f",
  json: { a: [null] },
  bytes: "AP8=",
  native: "10.0.0.0/8",
  xml: "<a/>",
  other: null,
  secret: "s",
};
