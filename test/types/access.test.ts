import { describe, expectTypeOf, it } from "vitest";
import {
  DataApi,
  defineConfig,
  type BeforeCreate,
  type ChangesOf,
  type EntityHooks,
  type EntityName,
  type NewRecordOf,
  type RecordOf,
  type RepositoryOf,
} from "data-api";

const database = { dialect: "sqlite", name: ":memory:" } as const;
const open = { isEditable: true, isRequired: false } as const;
const secretKey = "0123456789abcdef0123456789abcdef";
const config = defineConfig({
  database,
  auth: { secretKey },
  entities: {
    message: {
      fields: {
        text: { type: "text", isEditable: true, isRequired: true },
        pin: { type: "secret", ...open },
        authorid: {
          type: "int",
          isEditable: true,
          isRequired: true,
          foreignKey: { targetEntityName: "User", resolvedEntityName: "author" },
        },
        parentid: {
          type: "int",
          ...open,
          foreignKey: { targetEntityName: "message", resolvedEntityName: "parent" },
        },
        tagcodes: {
          type: "string",
          ...open,
          maxLength: 20,
          foreignKey: { targetEntityName: "tag", resolvedEntityName: "tags", isManyToMany: true },
        },
        readerids: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "user",
            resolvedEntityName: "readers",
            isManyToMany: true,
            joinTable: "readers",
          },
        },
      },
      permissions: {
        read: ["admin", { role: "guest", fields: { exclude: ["pin"] }, where: "parentid=null" }],
        create: [{ role: "member", fields: { include: ["text", "authorid", "readerids"] } }],
        update: [{ role: "owner", where: "authorid=@user.id" }],
      },
      hooks: {
        beforeCreate: async ({ input, repository }) => ({
          ...input,
          parentid: await repository("message").count(),
        }),
        afterCommit: ({ operation }) => {
          expectTypeOf(operation).toEqualTypeOf<"create" | "update" | "delete">();
        },
      },
    },
    tag: {
      fields: { code: { type: "string", isEditable: false, isRequired: true, maxLength: 20 } },
      permissions: {},
      primaryKey: "code",
      systemFields: { ownerid: false },
    },
    report: {
      fields: { nr: { type: "int", isEditable: false, isRequired: true } },
      permissions: {},
      primaryKey: "nr",
      isReadOnly: true,
    },
  },
});
type C = typeof config;
type Message = RecordOf<C, "message">;
type User = RecordOf<C, "user">;

function onlyCompiled(use: () => unknown): void {
  expectTypeOf(use).toBeFunction();
}

describe("a record with an owner", () => {
  it("the type of a record with an owner has the owner's id and record", () => {
    expectTypeOf<Message["ownerid"]>().toEqualTypeOf<number | null>();
    expectTypeOf<NonNullable<Message["owner"]>["username"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<null>().toExtend<Message["owner"]>();
    expectTypeOf<undefined>().toExtend<Message["owner"]>();
    expectTypeOf<keyof NewRecordOf<C, "message">>().toEqualTypeOf<
      "text" | "pin" | "authorid" | "parentid" | "tagcodes" | "readerids"
    >();
    expectTypeOf<keyof ChangesOf<C, "message">>().toEqualTypeOf<
      "text" | "pin" | "authorid" | "parentid" | "tagcodes"
    >();
  });

  it("the type of a record has no owner if that is switched off or if the entity is read-only", () => {
    expectTypeOf<keyof RecordOf<C, "tag">>().toEqualTypeOf<"code" | "createdat" | "updatedat">();
    expectTypeOf<keyof RecordOf<C, "report">>().toEqualTypeOf<"nr">();
  });

  it("the owner's id is a text if the users are those of a provider", () => {
    const byProvider = defineConfig({
      database,
      auth: { jwt: { issuer: "https://login.example.com/", audience: "api" } },
      entities: { note: { fields: { owner: { type: "int", ...open } }, permissions: {} } },
    });
    onlyCompiled(() => byProvider);
    type Note = RecordOf<typeof byProvider, "note">;
    expectTypeOf<EntityName<typeof byProvider>>().toEqualTypeOf<"note">();
    expectTypeOf<Note["ownerid"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Note["owner"]>().toEqualTypeOf<number | null>();
  });
});

describe("a record with foreign keys", () => {
  type Author = NonNullable<Message["author"]>;
  type Parent = NonNullable<Message["parent"]>;

  it("the type of a record contains its related records, with optional members that rights may hide", () => {
    expectTypeOf<keyof Message>().toEqualTypeOf<
      | ("id" | "text" | "authorid" | "author" | "parentid" | "parent" | "tagcodes" | "tags")
      | ("readerids" | "readers" | "createdat" | "updatedat" | "ownerid" | "owner")
    >();
    expectTypeOf<Message["authorid"]>().toEqualTypeOf<number>();
    expectTypeOf<Author["email"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<keyof Author>().toEqualTypeOf<keyof User>();
    expectTypeOf<Parent["text"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<null>().toExtend<Message["parent"]>();
  });

  it("the type of a related record has no further related records, no secrets and no lists", () => {
    expectTypeOf<keyof Parent>().toEqualTypeOf<
      "id" | "text" | "authorid" | "parentid" | "createdat" | "updatedat" | "ownerid"
    >();
  });
});

describe("a record with lists of ids", () => {
  it("the type of a record contains lists of ids, and records with optional members that rights may hide", () => {
    expectTypeOf<Message["tagcodes"]>().toEqualTypeOf<string[]>();
    expectTypeOf<Message["readerids"]>().toEqualTypeOf<number[]>();
    type Tag = NonNullable<Message["tags"]>[number];
    expectTypeOf<Tag>().toEqualTypeOf<Partial<RecordOf<C, "tag">>>();
    expectTypeOf<undefined>().toExtend<Message["tags"]>();
    expectTypeOf<null>().not.toExtend<Message["tags"]>();
  });

  it("the input of a record has lists of ids", () => {
    expectTypeOf<NewRecordOf<C, "message">["readerids"]>().toEqualTypeOf<readonly number[]>();
    expectTypeOf<NewRecordOf<C, "message">["tagcodes"]>().toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<ChangesOf<C, "message">["tagcodes"]>().toEqualTypeOf<readonly string[] | undefined>();
  });
});

describe("the users", () => {
  it("the type of users exists even if they are not configured", () => {
    expectTypeOf<EntityName<C>>().toEqualTypeOf<"message" | "tag" | "report" | "user">();
    expectTypeOf<keyof User>().toEqualTypeOf<
      "id" | "username" | "email" | "firstname" | "lastname" | "roles" | "createdat" | "updatedat"
    >();
    expectTypeOf<User["username"]>().toEqualTypeOf<string>();
    expectTypeOf<User["lastname"]>().toEqualTypeOf<string | null>();
    expectTypeOf<User["roles"]>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<keyof NewRecordOf<C, "user">>().toEqualTypeOf<
      "username" | "password" | "email" | "firstname" | "lastname" | "roles"
    >();
    expectTypeOf<Pick<NewRecordOf<C, "user">, "username" | "password">>().toEqualTypeOf<{
      readonly username: string;
      readonly password: string;
    }>();
    expectTypeOf<ChangesOf<C, "user">["password"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<ChangesOf<C, "user">["roles"]>().toEqualTypeOf<readonly string[] | undefined>();
  });

  it("the type of users has the additional fields and options of the configuration", () => {
    const extended = defineConfig({
      database,
      auth: { secretKey, identify: () => null },
      entities: {
        User: {
          fields: {
            email: { type: "string", isEditable: true, isRequired: true },
            roles: { type: "json", isEditable: true, isRequired: true, description: "What they may do." },
            birthday: { type: "date", ...open },
          },
          permissions: { create: [] },
          primaryKey: "nr",
          systemFields: { id: "uuid", updatedat: false },
        },
        note: { fields: {}, permissions: {} },
      },
    });
    onlyCompiled(() => extended);
    type X = typeof extended;
    expectTypeOf<EntityName<X>>().toEqualTypeOf<"User" | "note">();
    expectTypeOf<keyof RecordOf<X, "User">>().toEqualTypeOf<
      "nr" | "username" | "email" | "firstname" | "lastname" | "roles" | "birthday" | "createdat"
    >();
    expectTypeOf<RecordOf<X, "User">["email"]>().toEqualTypeOf<string>();
    expectTypeOf<RecordOf<X, "User">["birthday"]>().toEqualTypeOf<string | null>();
    expectTypeOf<RecordOf<X, "User">["roles"]>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<RecordOf<X, "note">["ownerid"]>().toEqualTypeOf<string | null>();
    expectTypeOf<NonNullable<RecordOf<X, "note">["owner"]>["nr"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Parameters<RepositoryOf<X, "User">["findById"]>[0]>().toEqualTypeOf<string>();
  });

  it("with messages, the type of users has a field for the verified address, which no input has", () => {
    const { auth } = config;
    const pagesUrl = "https://app.example.com";
    const sending = defineConfig({
      database,
      auth: { ...auth, pagesUrl, messages: { sendMessage: () => undefined } },
      entities: {},
    });
    onlyCompiled(() => sending);
    expectTypeOf<RecordOf<typeof sending, "user">["emailverified"]>().toEqualTypeOf<boolean>();
    type Name = "emailverified";
    expectTypeOf<Extract<keyof NewRecordOf<typeof sending, "user">, Name>>().toEqualTypeOf<never>();
    expectTypeOf<Extract<keyof ChangesOf<typeof sending, "user">, Name>>().toEqualTypeOf<never>();
    expectTypeOf<Extract<keyof RecordOf<C, "user">, Name>>().toEqualTypeOf<never>();
  });

  it("there is no type of users without a key that signs tokens", () => {
    const none = defineConfig({ database, auth: { identify: () => null }, entities: {} });
    onlyCompiled(() => none);
    expectTypeOf<EntityName<typeof none>>().toEqualTypeOf<never>();
    const fromEnvironment = defineConfig({ database, auth: { secretKey: process.env["KEY"] }, entities: {} });
    onlyCompiled(() => fromEnvironment);
    expectTypeOf<EntityName<typeof fromEnvironment>>().toEqualTypeOf<"user">();
  });
});

describe("the server object", () => {
  it("the type of a server has repositories of users and of records with lists", () => {
    onlyCompiled(async () => {
      const api = new DataApi(config);
      const users = api.repository("user");
      const user = await users.create({ username: "ada", password: "correct horse", roles: ["admin"] });
      expectTypeOf(user).toEqualTypeOf<User>();
      const messages = api.repository("message");
      const message = await messages.create({ text: "t", authorid: user.id, readerids: [user.id] });
      expectTypeOf(message).toEqualTypeOf<Message>();
      await messages.update(message.id, { tagcodes: ["a"] as const });
      // @ts-expect-error -- the list is required
      await messages.create({ text: "t", authorid: 1 });
      // @ts-expect-error -- ids, not records
      await messages.create({ text: "t", authorid: 1, readerids: [{ id: 1 }] });
      // @ts-expect-error -- the server sets it
      await messages.create({ text: "t", authorid: 1, readerids: [], ownerid: 1 });
      // Callers cannot change the list, server code can.
      await messages.update(1, { readerids: [] });
      // @ts-expect-error -- a related record cannot be written with the record
      await messages.update(1, { author: { id: 1 } });
      // @ts-expect-error -- roles are names
      await users.update(1, { roles: [1] });
      // @ts-expect-error -- only registrations have it
      await users.create({ username: "a", password: "b", confirmPassword: "b" });
    });
  });

  it("a server of one configuration can be assigned to the type of any server", () => {
    onlyCompiled(() => {
      const servers: DataApi[] = [new DataApi(config)];
      return servers;
    });
  });
});

describe("defineConfig", () => {
  const permissions = { read: [{ role: "a", fields: { include: ["b"] }, where: "c=1" }] } as const;

  it("the type of defineConfig takes rules and hooks", () => {
    expectTypeOf<C["entities"]["message"]["permissions"]["update"]>().toEqualTypeOf<
      readonly [{ readonly role: "owner"; readonly where: "authorid=@user.id" }]
    >();
    onlyCompiled(() => {
      type NewNote = { readonly title: string };
      const hooks: EntityHooks = {
        beforeCreate: ({ input }: BeforeCreate<NewNote>) => ({ title: input.title.trim() }),
      };
      return defineConfig({ database, entities: { a: { fields: {}, permissions, hooks } } });
    });
  });

  it("the type of defineConfig rejects invalid rules, hooks and providers", () => {
    onlyCompiled(() => [
      // @ts-expect-error -- a rule has a role
      defineConfig({ database, entities: { a: { fields: {}, permissions: { read: [{ where: "b=1" }] } } } }),
      // @ts-expect-error -- fields are listed
      defineConfig({ database, entities: { a: { fields: {}, permissions: { read: [misnamed] } } } }),
      // @ts-expect-error -- a hook is a function
      defineConfig({ database, entities: { a: { fields: {}, permissions, hooks: { afterCreate: true } } } }),
      // @ts-expect-error -- a provider has an audience
      defineConfig({ database, auth: { jwt: { issuer: "i" } }, entities: {} }),
    ]);
  });
});

const misnamed = { role: "a", fields: ["b"] } as const;
