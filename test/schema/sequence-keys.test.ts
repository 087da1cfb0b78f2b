import { expect, it } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { useFresh } from "./fresh.js";

/** A table with keys from a sequence with steps of 5, and a trigger that generates a key of another table. */
const tables: Readonly<Record<string, readonly string[]>> = {
  postgres: [
    "create sequence numbers start 100 minvalue 0 maxvalue 1000 increment by 5",
    "create table ticket (id int primary key default nextval('numbers'), title varchar(20) default 'new')",
    "create table seen (id serial primary key, ticket int)",
    "create function see() returns trigger language plpgsql as $$ begin insert into seen (ticket) values (new.id); return new; end $$",
    "create trigger watch after insert on ticket for each row execute function see()",
  ],
  mssql: [
    "create sequence numbers as int start with 100 increment by 5 minvalue 0 maxvalue 1000",
    "create table ticket (id int primary key default next value for numbers, title nvarchar(20) default 'new')",
    "create table seen (id int identity primary key, ticket int)",
    "create trigger watch on ticket after insert as insert into seen (ticket) select id from inserted",
  ],
};

for (const [name, statements] of Object.entries(tables)) {
  await describeDialect("keys of a sequence", name, (dialect) => {
    const { start, database } = useFresh(dialect);

    it("every kind of create returns keys of a sequence", async () => {
      await database().run(statements);
      const api = await start({
        ticket: plain({ title: field("string", { maxLength: 20, filledBy: "default" }) }),
      });
      const tickets = api.repository("ticket");
      expect(await tickets.create({})).toEqual({ id: 100, title: "new" });
      expect(await tickets.create({ title: "a" })).toEqual({ id: 105, title: "a" });
      expect(await tickets.createMany([{ title: "b" }, { title: "c" }])).toEqual([
        { id: 110, title: "b" },
        { id: 115, title: "c" },
      ]);
      expect(await tickets.createMany([{}, {}])).toEqual([
        { id: 120, title: "new" },
        { id: 125, title: "new" },
      ]);
      const titles = await database().run(["select title from ticket order by id"]);
      expect(titles.map(({ title }) => title)).toEqual(["new", "a", "b", "c", "new", "new"]);
    });

    it("createMany returns keys of a sequence that counts down in the order of the records", async () => {
      await database().run(statements.map((each) => each.replace("increment by 5", "increment by -5")));
      const api = await start({
        ticket: plain({ title: field("string", { maxLength: 20, filledBy: "default" }) }),
      });
      const inputs = ["a", "b", "c", "d"].map((title) => ({ title }));
      const keys = await api.repository("ticket").createMany(inputs, undefined, { returning: "id" });
      expect(keys).toEqual([{ id: 100 }, { id: 95 }, { id: 90 }, { id: 85 }]);
      const titles = await database().run(["select title from ticket order by id desc"]);
      expect(titles.map(({ title }) => title)).toEqual(["a", "b", "c", "d"]);
    });
  });
}
