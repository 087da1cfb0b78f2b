import { defineConfig } from "data-api";
import {
  batch,
  changes,
  createClient,
  entityOf,
  live,
  refer,
  tagOf,
  type Client,
  type EntityClient,
  type LoggedIn,
  type ProblemCode,
} from "data-api/client";
import type { ClientError } from "data-api/client";
import { describe, expectTypeOf, test } from "vitest";
import type messages from "../../examples/messages/data-api.config.js";

const given = { isEditable: true, isRequired: true } as const;
const composite = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    line: {
      fields: {
        orderid: { type: "int", isEditable: false, isRequired: true },
        number: { type: "bigint", isEditable: false, isRequired: true },
      },
      primaryKey: ["orderid", "number"],
      permissions: { read: ["guest"] },
    },
    view: {
      fields: { name: { type: "string", ...given } },
      isReadOnly: true,
      permissions: { read: ["guest"] },
    },
    auth: { fields: { name: { type: "string", ...given } }, permissions: { read: ["guest"] } },
  },
});

const api = createClient<typeof messages>("http://localhost:1337");

/** Is only compiled, never run. */
const compiled: ((error?: ClientError) => unknown)[] = [];
const compiles = (code: (error?: ClientError) => unknown): void => {
  compiled.push(code);
};

describe("reads", () => {
  test("reads of the client have the type of whole records, or of the selected members", () => {
    compiles(async () => {
      const [message] = (await api.message.find()).items;
      expectTypeOf(message?.text).toEqualTypeOf<string | undefined>();
      expectTypeOf(message?.itemid).toEqualTypeOf<number | null | undefined>();
      const { items, next, count } = await api.message.find({
        select: { id: true, recipient: { username: true }, item: { title: true, lowestprice: true } },
        where: {
          text: { contains: "x" },
          recipient: { username: ["anna", "ben"] },
          or: ["id>3", { isread: true }],
        },
        orderBy: ["~createdat", "recipient.username"],
        take: 10,
        count: true,
      });
      type Selected = {
        id: number;
        recipient: { username: string } | null;
        item: { title: string; lowestprice?: string | null } | null;
      };
      expectTypeOf(items).toEqualTypeOf<Selected[]>();
      expectTypeOf(next).toEqualTypeOf<string | undefined>();
      expectTypeOf(count).toEqualTypeOf<number | undefined>();
      const tag = await api.tag.findById(1, { select: { items: { select: { title: true } } } });
      expectTypeOf(tag).toEqualTypeOf<{ items: { title: string }[] } | undefined>();
      for await (const { text } of api.message.all({ select: { text: true }, pageSize: 10 }))
        expectTypeOf(text).toEqualTypeOf<string>();
      const text = await api.message.findById(1, { select: "id,text" });
      expectTypeOf(text).toEqualTypeOf<Readonly<Record<string, unknown>> | undefined>();
    });
  });

  test("types of the client reject members that the entity does not have", () => {
    expectTypeOf(api).not.toHaveProperty("mesage");
    compiles(() => [
      // @ts-expect-error There is no such field.
      api.message.find({ select: { txt: true } }),
      // @ts-expect-error There is no such field in the related record.
      api.message.find({ select: { recipient: { name: true } } }),
      // @ts-expect-error The id is a number.
      api.message.find({ where: { id: "1" } }),
      // @ts-expect-error Numbers have no "contains".
      api.message.find({ where: { id: { contains: "1" } } }),
      // @ts-expect-error There is no such operator.
      api.message.find({ where: { text: { like: "x" } } }),
      // @ts-expect-error There is no such field to sort by.
      api.message.find({ orderBy: "~created" }),
      // @ts-expect-error A list of records has no order.
      api.item.find({ orderBy: "messages.text" }),
      // @ts-expect-error The id is a number.
      api.message.findById("1"),
      // @ts-expect-error "all" reads all pages, so it has no "take".
      api.message.all({ take: 10 }),
      // @ts-expect-error There is no such option.
      api.message.find({ limit: 10 }),
      // @ts-expect-error A value of another type.
      api.message.count({ isread: "yes" }),
    ]);
  });

  test("aggregates of the client have the requested keys", () => {
    compiles(async () => {
      const { items } = await api.item.aggregate({
        groupBy: ["issold", "month(createdat)"],
        count: true,
        sum: ["price"],
        where: { issold: false },
      });
      const [line] = items;
      expectTypeOf(line?.issold).toEqualTypeOf<boolean | undefined>();
      expectTypeOf(line?.["count()"]).toEqualTypeOf<number | undefined>();
      expectTypeOf(line?.["sum(price)"]).toEqualTypeOf<string | null | undefined>();
      expectTypeOf<NonNullable<typeof line>>().not.toHaveProperty("avg(price)");
      // @ts-expect-error There is no such field.
      await api.item.aggregate({ sum: ["prize"] });
      // @ts-expect-error A boolean is not a text.
      await api.item.aggregate({ count: true, where: { issold: "no" } });
    });
  });
});

describe("writes", () => {
  test("writes of the client take the types that the server accepts, and return the record", () => {
    compiles(async () => {
      const message = await api.message.create({ recipientid: 1, text: "Hello" }, { idempotencyKey: "a" });
      expectTypeOf(message.createdat).toEqualTypeOf<string>();
      const changed = await api.message.update(message.id, { isread: true }, { ifMatch: message });
      expectTypeOf(changed.isread).toEqualTypeOf<boolean>();
      expectTypeOf(tagOf(changed)).toEqualTypeOf<string | undefined>();
      await api.message.delete(1, { ifMatch: "*" });
      // @ts-expect-error The text is missing.
      await api.message.create({ recipientid: 1 });
      // @ts-expect-error The server fills it in.
      await api.message.create({ recipientid: 1, text: "x", createdat: "" });
      // @ts-expect-error It cannot be changed.
      await api.message.update(1, { recipientid: 2 });
    });
  });

  test("the client of a read-only entity has no writes", () => {
    compiles(() => {
      const own = createClient<typeof composite>("", { keys: { line: ["orderid", "number"] } });
      // @ts-expect-error Its records cannot be written.
      return own.view.create({ name: "x" });
    });
  });
});

test("in the client's types, a key of several fields is an object, and its order must be given", () => {
  compiles(() => {
    const own = createClient<typeof composite>("", { keys: { line: ["orderid", "number"] } });
    expectTypeOf(own.line)
      .toHaveProperty("delete")
      .parameter(0)
      .toEqualTypeOf<{ readonly orderid: number; readonly number: number | string }>();
    expectTypeOf(composite.entities.line.primaryKey).toExtend<readonly string[]>();
    // @ts-expect-error Its order is missing.
    createClient<typeof composite>("");
    // @ts-expect-error The order is wrong.
    createClient<typeof composite>("", { keys: { line: ["number", "orderid"] } });
    // @ts-expect-error This entity has one field as its key.
    createClient<typeof composite>("", { keys: { line: ["orderid", "number"], view: ["id", "name"] } });
  });
});

test("the client has a log-in if the server has users", () => {
  compiles(async () => {
    expectTypeOf(await api.auth.logIn({ username: "", password: "" })).toEqualTypeOf<LoggedIn<number>>();
    expectTypeOf(
      await api.auth.register({ username: "", password: "", city: "Berlin" }),
    ).toEqualTypeOf<number>();
    // @ts-expect-error A user has no such field.
    await api.auth.register({ username: "", password: "", town: "Berlin" });
    const own = createClient<typeof composite>("", { keys: { line: ["orderid", "number"] } });
    // Here, "auth" is an entity: the client has no member for it, because the name is reserved.
    expectTypeOf(own).not.toHaveProperty("auth");
    const [record] = (await entityOf(own, "auth").find()).items;
    expectTypeOf(record?.name).toEqualTypeOf<string | undefined>();
    // @ts-expect-error There is no such entity.
    entityOf(own, "user");
  });
});

test("a client without a configuration has any entity", () => {
  compiles(async () => {
    const any = createClient("");
    expectTypeOf(any).toEqualTypeOf<Client>();
    const { items } = (await any["message"]?.find({ where: { a: 1 }, orderBy: "~b" })) ?? { items: [] };
    expectTypeOf(items).toEqualTypeOf<Readonly<Record<string, unknown>>[]>();
    await any["message"]?.create({ text: "x" });
    await any["message"]?.findById({ orderid: 1, line: 2 });
    expectTypeOf<Client<typeof messages>["message"]>().toExtend<EntityClient<never>>();
  });
});

test("an error of the client has a known code", () => {
  compiles((error?: ClientError) => {
    expectTypeOf<ProblemCode>().toExtend<ClientError["code"]>();
    // @ts-expect-error There is no such code.
    return error?.code === "not-there";
  });
});

describe("changes", () => {
  test("changes in the client have the selected members, and the id as the entity's methods take it", () => {
    compiles(async () => {
      for await (const change of changes(api, "message", {
        where: { recipient: { username: "anna" } },
        select: { text: true, item: { title: true } },
      })) {
        expectTypeOf(change.id).toEqualTypeOf<string>();
        if (change.type === "reset")
          expectTypeOf(change.reason).toEqualTypeOf<"expired" | "lagging" | "rights">();
        else expectTypeOf(change.key).toEqualTypeOf<number>();
        if (change.type === "create" || change.type === "update")
          expectTypeOf(change.record).toEqualTypeOf<{ text: string; item: { title: string } | null }>();
        // @ts-expect-error A deleted record is not there.
        if (change.type === "delete") expectTypeOf(change.record);
      }
      for await (const change of changes(api, "tag"))
        if (change.type === "create") expectTypeOf(change.record.name).toEqualTypeOf<string>();
      const lines = createClient<typeof composite>("", { keys: { line: ["orderid", "number"] } });
      for await (const change of changes(lines, "line"))
        if (change.type !== "reset") {
          expectTypeOf(change.key.number).toEqualTypeOf<number | string>();
          await lines.line.findById(change.key);
        }
      for await (const tags of live(api, "tag", { orderBy: "~name", take: 5 }))
        expectTypeOf(tags[0]?.name).toEqualTypeOf<string | undefined>();
      const list = live(api, "message", { select: { text: true }, where: "id>3" });
      expectTypeOf(list).toEqualTypeOf<AsyncGenerator<readonly { text: string }[], void>>();
    });
  });

  test("types of changes and live lists reject what the entity does not have", () => {
    compiles(() => [
      // @ts-expect-error There is no such entity.
      changes(api, "mesage"),
      // @ts-expect-error There is no such field.
      changes(api, "message", { select: { txt: true } }),
      // @ts-expect-error The id is a number.
      changes(api, "message", { where: { id: "1" } }),
      // @ts-expect-error Changes have no order.
      changes(api, "message", { orderBy: "id" }),
      // @ts-expect-error There is no such field to sort by.
      live(api, "message", { orderBy: "~created" }),
      // @ts-expect-error There is no such field.
      live(api, "message", { select: { txt: true } }),
      // @ts-expect-error A list has the first records.
      live(api, "message", { after: "x" }),
    ]);
  });
});

describe("batches", () => {
  test("the type of a batch has the results of its operations, in order", () => {
    compiles(async () => {
      const [created, read, selected, changed, removed] = await batch(api, [
        { create: "message", input: { text: "t", recipientid: 1, itemid: refer("i", "id") }, as: "m" },
        { read: "message", id: refer("m", "id") },
        { read: "message", id: 1, select: { id: true, recipient: { username: true } } },
        { update: "message", id: 1, changes: { text: "t" }, ifMatch: "*" },
        { delete: "message", id: 1 },
      ]);
      expectTypeOf(created.id).toEqualTypeOf<number>();
      expectTypeOf(created.record?.text).toEqualTypeOf<string | undefined>();
      expectTypeOf(read.record.text).toEqualTypeOf<string>();
      expectTypeOf(selected.record.id).toEqualTypeOf<number>();
      expectTypeOf(changed.record?.id).toEqualTypeOf<number | undefined>();
      expectTypeOf(removed.status).toEqualTypeOf<number>();
    });
  });

  test("the type of a batch accepts the same input as its entities", () => {
    compiles(() => [
      // @ts-expect-error -- there is no such entity
      batch(api, [{ create: "mesage", input: { text: "t" } }]),
      // @ts-expect-error -- it is a text
      batch(api, [{ create: "message", input: { text: 1, recipientid: 1 } }]),
      // @ts-expect-error -- an update has changes
      batch(api, [{ update: "message", id: 1, input: { text: "t" } }]),
      // @ts-expect-error -- an id is needed
      batch(api, [{ delete: "message" }]),
    ]);
  });
});
