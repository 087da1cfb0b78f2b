import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { DataApi } from "data-api";
import { afterAll, beforeAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "many-keys-"));
const name = join(folder, "data.db");
const open = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
const title = { type: "string", isEditable: true, isRequired: true, isUnique: true } as const;
const alone = { createdat: false, updatedat: false } as const;
const fields = { title };

const api = new DataApi({
  database: { dialect: "sqlite", name, schema: "off" },
  entities: {
    counted: { fields, permissions: open, systemFields: alone },
    /** Its key is not the row id, but a default of the table. */
    made: { fields, permissions: open, systemFields: alone },
    wide: {
      fields: {
        nr: { type: "bigint", isEditable: false, isRequired: true, isIgnoredOnCreate: true },
        title,
      },
      primaryKey: "nr",
      permissions: open,
      systemFields: alone,
    },
    guarded: { fields, permissions: open, systemFields: alone },
  },
});

beforeAll(async () => {
  const db = new Database(name);
  db.exec(`
    create table counted (id integer primary key autoincrement, title text not null unique);
    create table log (id integer primary key autoincrement, text text not null);
    create trigger logged after insert on counted begin
      insert into log (text) values (new.title), ('more');
    end;
    create table made (id int primary key default (abs(random()) % 2000000000), title text not null unique);
    create table wide (nr integer primary key autoincrement, title text not null unique);
    insert into wide (nr, title) values (9007199254740993, 'large');
    create table guarded (id integer primary key autoincrement, title text not null unique);
    create trigger refused before insert on guarded when new.title = 'no' begin select raise(ignore); end;
  `);
  db.close();
  await api.startAsync(0);
});

afterAll(async () => {
  await api.stopAsync();
  rmSync(folder, { recursive: true, force: true });
});

const titles = (word: string) => Array.from({ length: 5 }, (_, index) => ({ title: `${word} ${index}` }));

it.each(["counted", "made"] as const)(
  "created records of %s have the keys with which they are stored",
  async (entity) => {
    const records = api.repository(entity);
    for (const word of ["a", "b"]) {
      const made = await records.createMany(titles(word), undefined, { returning: "id" });
      const { items } = await records.find({ where: { title: { startsWith: word } }, orderBy: "title" });
      expect(made).toEqual(items.map(({ id }) => ({ id })));
      expect(made).toHaveLength(5);
    }
  },
);

it("a create of many records creates nothing if a trigger skips one of them", async () => {
  const guarded = api.repository("guarded");
  await expect(guarded.createMany([{ title: "yes" }, { title: "no" }])).rejects.toThrow();
  expect((await guarded.find({})).items).toEqual([]);
  expect(await guarded.createMany([{ title: "yes" }, { title: "too" }])).toHaveLength(2);
});

it("a key beyond the range of a double keeps its digits", async () => {
  const wide = api.repository("wide");
  const made = await wide.createMany([{ title: "x" }, { title: "y" }], undefined, { returning: "id" });
  expect(made.map(({ nr }) => String(nr))).toEqual(["9007199254740994", "9007199254740995"]);
});
