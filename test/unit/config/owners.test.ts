import { describe, expect, it } from "vitest";
import type { AuthConfig, Config, ConfigProblem, EntityConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field, openEntity } from "../../conformance/fields.js";

const database = { dialect: "sqlite", name: ":memory:" } as const;
const users: AuthConfig = { secretKey: "0123456789abcdef0123456789abcdef" };
const provider: AuthConfig = { jwt: { issuer: "https://login.example.com/", audience: "api" } };

function check(
  entities: Readonly<Record<string, EntityConfig>>,
  auth?: AuthConfig,
): readonly ConfigProblem[] {
  return checkConfig({ database, entities, ...(auth !== undefined && { auth }) });
}

describe("the owner of a record", () => {
  it("records have no owner without auth, and ownerid and owner are free names", () => {
    const e = openEntity({ ownerid: field("int"), owner: field("string") });
    expect(check({ e })).toEqual([]);
    expect(check({ e: openEntity({}, { systemFields: { ownerid: false } }) })).toEqual([]);
    expect(check({ e: openEntity({}, { systemFields: { ownerid: true } }) })).toEqual([
      {
        path: "entities.e.systemFields.ownerid",
        message: 'records have an owner only with "auth", which says who creates them.',
      },
    ]);
  });

  it("the names ownerid and owner are reserved where records have owners", () => {
    const named = (name: string, e: EntityConfig["fields"][string] = field("int")) => ({ [name]: e });
    const text = (name: string, remedy: string) => [
      {
        path: expect.anything() as string,
        message: `every record has "${name}", set by the server: ${remedy}.`,
      },
    ];
    const off = 'remove it, or switch the server\'s own off with "systemFields"';
    for (const auth of [users, provider])
      expect(check({ e: openEntity(named("OwnerId")) }, auth)).toMatchObject([
        ...text("ownerid", off),
        { path: "entities.e.fields.OwnerId.column", message: 'the column "OwnerId" is used already.' },
      ]);
    expect(check({ e: openEntity(named("Owner")) }, users)).toEqual(
      text("owner", 'give it another name, or switch "ownerid" off with "systemFields"'),
    );
    expect(check({ e: openEntity(named("owner")) }, provider)).toEqual([]);
    const systemFields = { ownerid: false };
    expect(
      check({ e: openEntity({ ownerid: field("int"), owner: field("int") }, { systemFields }) }, users),
    ).toEqual([]);
    const foreignKey = { targetEntityName: "e", resolvedEntityName: "OWNER" };
    expect(check({ e: openEntity(named("a", field("int", { foreignKey }))) }, users)).toEqual([
      {
        path: "entities.e.fields.a.foreignKey.resolvedEntityName",
        message: 'records have another member "OWNER" already.',
      },
    ]);
    expect(check({ e: openEntity({}, { primaryKey: "owner" }) }, users)).toEqual([
      {
        path: "entities.e.primaryKey",
        message: 'the field name "owner" is that of the owner that the server sets.',
      },
    ]);
  });

  it("the owner of a user is the user", () => {
    const user = openEntity({ owner: field("int"), ownerid: field("int") });
    expect(check({ user }, users)).toEqual([]);
    const model = resolveModel({ database, auth: users, entities: {} });
    expect(model.entities[0]?.ownerField?.name).toBe("id");
    expect(check({ user: openEntity({}, { systemFields: { ownerid: true } }) }, users)).toEqual([
      { path: "entities.user.systemFields.ownerid", message: "a user has no other owner: remove it." },
    ]);
    // Without users on the server, it is an ordinary entity.
    expect(check({ user: openEntity({}, { systemFields: { ownerid: true } }) }, provider)).toEqual([]);
  });
});

describe("the users", () => {
  it("users can be the target of a foreign key without being configured", () => {
    const foreignKey = { targetEntityName: "User", resolvedEntityName: "author" };
    const e = openEntity({ authorid: field("int", { foreignKey }) });
    expect(check({ e }, users)).toEqual([]);
    expect(check({ e }, provider)).toEqual([
      {
        path: "entities.e.fields.authorid.foreignKey.targetEntityName",
        message: 'there is no entity "User"; there are: e.',
      },
    ]);
    const uuids = openEntity({ authorid: field("uuid", { foreignKey }) });
    const user = openEntity({}, { permissions: {}, systemFields: { id: "uuid" } });
    expect(check({ uuids, user }, users)).toEqual([]);
    expect(check({ uuids }, users)).toEqual([
      {
        path: "entities.uuids.fields.authorid.foreignKey",
        message: 'the field is of type "uuid", but the key of "user" is of type "int".',
      },
    ]);
  });

  it("users exist as the target of a foreign key even if auth has mistakes", () => {
    const foreignKey = { targetEntityName: "user", resolvedEntityName: "author" };
    const e = openEntity({ authorid: field("int", { foreignKey }) });
    for (const auth of [{ ...users, isuer: "x" }, { secretKey: 5 }] as unknown as AuthConfig[])
      expect(check({ e }, auth).map(({ path }) => path.split(".")[0])).toEqual(["auth"]);
    const missing = { secretKey: process.env["NOT_THERE"] };
    expect(check({ e }, missing).filter(({ path }) => path.startsWith("entities"))).toEqual([]);
  });

  it("mistakes of users are reported only in configured options", () => {
    const user = openEntity({
      Email: field("string", { maxLength: 5000 }),
      age: field("strin" as "string"),
      mail: field("string", { column: "lastname" }),
      hash: field("string", { column: "UserNameKey" }),
      UserNameKey: field("string", { column: "x" }),
    });
    expect(check({ user }, users).map(({ path }) => path)).toEqual([
      "entities.user.fields.age.type",
      "entities.user.fields.Email",
      "entities.user.fields.UserNameKey",
      "entities.user.fields.Email.maxLength",
      "entities.user.fields.mail.column",
      "entities.user.fields.hash.column",
    ]);
    expect(check({ people: openEntity({}, { table: "User" }) }, users)).toEqual([
      { path: "entities.people.table", message: 'the table "User" is used already.' },
    ]);
  });
});

describe("hooks", () => {
  const hooks = { beforeCreate: () => undefined, afterCommit: () => undefined };
  const nr = field("int", { isEditable: false, isRequired: true });

  it("hooks are rejected in read-only entities", () => {
    expect(check({ e: openEntity({}, { hooks }) })).toEqual([]);
    const view = { fields: { nr }, permissions: {}, primaryKey: "nr", isReadOnly: true, hooks };
    expect(check({ view })).toEqual(
      ["beforeCreate", "afterCommit"].map((hook) => ({
        path: `entities.view.hooks.${hook}`,
        message: "the entity is read-only: no write ever runs this.",
      })),
    );
  });

  it("hooks must be functions with known names", () => {
    const wrong = { beforeCreate: "x", beforeWrite: () => 1 };
    expect(check({ e: openEntity({}, { hooks: wrong as never }) })).toEqual([
      { path: "entities.e.hooks.beforeCreate", message: 'found "x"; must be a function.' },
      {
        path: "entities.e.hooks.beforeWrite",
        message:
          'unknown key "beforeWrite"; allowed: beforeCreate, afterCreate, beforeUpdate, afterUpdate, beforeDelete, afterDelete, afterCommit.',
        hint: 'Did you mean "beforeCreate"?',
      },
    ]);
  });

  it("a resolved configuration leaves the caller's hooks, algorithms and rules unfrozen", () => {
    const config: Config = {
      database,
      auth: { jwt: { issuer: "https://i.example", audience: "a", algorithms: ["ES256"] } },
      entities: {
        e: openEntity({}, { hooks, permissions: { read: [{ role: "a", fields: { include: ["id"] } }] } }),
      },
    };
    resolveModel(config);
    const [rule] = config.entities["e"]?.permissions.read ?? [];
    for (const part of [
      hooks,
      config.auth?.jwt,
      config.auth?.jwt?.algorithms,
      rule,
      (rule as { fields: object }).fields,
    ])
      expect(Object.isFrozen(part)).toBe(false);
  });
});
