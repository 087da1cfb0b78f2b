import { describe, expect, it } from "vitest";
import type { FieldConfig } from "data-api";
import { field, openEntity, plain } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { testLog } from "../reports.js";
import { accepted } from "./field-types.js";

const letters = ["a", "it's", 'a "b"', "back\\slash\\", "{a,b}", "NULL", "null", "é", "a\nb", "$1"];
/** JSON texts of each type, null among them. */
const samples: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(accepted).map(([type, values]) => [
      type,
      [...new Set([...values.map(([input]) => input), "null"])],
    ]),
  ),
  enum: [...letters.map((value) => JSON.stringify(value)), "null"],
  list: ["[]", JSON.stringify(letters), '["a","a"]', "null"],
};
const types = Object.keys(samples);

function fieldOf(type: string): FieldConfig {
  if (type === "enum") return field("enum", { values: letters });
  return type === "list" ? field("list", { of: "string" }) : field(type as FieldConfig["type"]);
}

/** Arrays are written like the same records in single requests. */
export function fieldTypesInArraysCases({ serve }: Harness): void {
  const server = serve({
    server: { maxBodyBytes: 2_000_000, maxJsonDepth: 64 },
    entities: {
      // PostgreSQL has a type of this name.
      box: plain({
        name: field("string", { isRequired: true, isUnique: true }),
        ...Object.fromEntries(types.map((type) => [`a${type}`, fieldOf(type)])),
      }),
    },
  });
  const headers = { "Content-Type": "application/json" };
  const path = "/api/data/box";

  async function write(method: "POST" | "PATCH" | "PUT", to: string, body: string): Promise<unknown> {
    const reply = await server.request(method, to, { headers, body });
    expect(reply.status).toBe(method === "POST" ? 201 : 200);
    return reply.json;
  }
  /** The text of each record, without its id and its name. */
  async function texts(ids: readonly unknown[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const id of ids) {
      const { text } = await server.get(paths.findById("box", id as number));
      found.push(text.replace(/"id":\d+,"name":"[^"]*",/, ""));
    }
    return found;
  }
  const recordOf = (name: string, members: string) => `{"name":"${name}",${members}}`;
  const arrayOf = (records: readonly string[]) => `[${records.join()}]`;

  describe("an array has the values of single writes", () => {
    it.each(types)("an array of records has the values of single writes for the type %s", async (type) => {
      const values = samples[type] ?? [];
      const members = values.map((value) => `"a${type}":${value}`);
      const single: unknown[] = [];
      for (const [index, each] of members.entries())
        single.push(await write("POST", path, recordOf(`${type} ${index}`, each)));
      const named = members.map((each, index) => recordOf(`${type} in array ${index}`, each));
      const many = (await write("POST", path, arrayOf(named))) as unknown[];
      const created = await texts(single);
      expect(await texts(many)).toEqual(created);

      const turned = members.map((_, index) => members[(index + 1) % members.length] ?? "");
      for (const [index, id] of single.entries())
        await write("PATCH", `${path}/${String(id)}`, `{${turned[index] ?? ""}}`);
      await write(
        "PATCH",
        path,
        arrayOf(many.map((id, index) => `{"id":${String(id)},${turned[index] ?? ""}}`)),
      );
      const changed = await texts(single);
      expect(await texts(many)).toEqual(changed);

      const again = members.flatMap((each, index) => [
        recordOf(`${type} in array ${index}`, each),
        recordOf(`${type} upserted ${index}`, each),
      ]);
      const upserted = (await write("PUT", `${path}?onConflict=name`, arrayOf(again))) as { id: unknown }[];
      expect(upserted).toMatchObject(
        members.flatMap((_, index) => [{ outcome: "updated", id: many[index] }, { outcome: "created" }]),
      );
      const expected = created.flatMap((each) => [each, each]);
      expect(await texts(upserted.map(({ id }) => id))).toEqual(expected);
    });

    it("an array of records has the values of single creates for all types together, with nulls between them", async () => {
      const texted = [0, 1, 2].map((record) =>
        types
          .map((type, index) => {
            const value = (record + index) % 3 === 0 ? "null" : (samples[type]?.[record] ?? "null");
            return `"a${type}":${value}`;
          })
          .join(),
      );
      const single: unknown[] = [];
      for (const [index, each] of texted.entries())
        single.push(await write("POST", path, recordOf(`single ${index}`, each)));
      const many = await write(
        "POST",
        path,
        arrayOf(texted.map((each, index) => recordOf(`all ${index}`, each))),
      );
      expect(await texts(many as unknown[])).toEqual(await texts(single));
    });
  });

  describe("an array takes few statements", () => {
    const observed = serve({
      server: { host: "127.0.0.1", log: testLog, metrics: true },
      entities: { item: openEntity({ name: field("string", { isUnique: true }), level: field("int") }) },
    });
    const statements = async (operation: string): Promise<number> => {
      const { text } = await observed.get("/metrics");
      const name = `data_api_statement_duration_seconds_count{entity="item",operation="${operation}"} `;
      return Number(
        text
          .split("\n")
          .find((line) => line.startsWith(name))
          ?.slice(name.length) ?? 0,
      );
    };
    const items = Array.from({ length: 64 }, (_, index) => ({ name: `item ${index}`, level: index }));

    it("an array of 64 records takes few statements to be created, updated and upserted", async () => {
      const { json: ids } = await observed.post("/api/data/item", items);
      const inserts = async () => (await statements("insert")) + (await statements("insertInOrder"));
      expect(await inserts()).toBe(1);
      const changes = (ids as number[]).map((id) => ({ id, level: -id }));
      expect((await observed.patch("/api/data/item", changes)).status).toBe(200);
      expect(await statements("updateEach")).toBe(1);
      expect(await statements("update")).toBe(0);
      const upserts = items.map(({ name }, index) => ({ name: index < 32 ? `new ${name}` : name, level: 0 }));
      const path = "/api/data/item?onConflict=name";
      expect((await observed.put(path, upserts)).status).toBe(200);
      expect(await inserts()).toBe(2);
    });
  });
}
