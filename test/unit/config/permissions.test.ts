import { describe, expect, it } from "vitest";
import type { AuthConfig, ConfigProblem, EntityConfig, PermissionConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { field, openEntity } from "../../conformance/fields.js";

const database = { dialect: "sqlite", name: ":memory:" } as const;
const users: AuthConfig = { secretKey: "0123456789abcdef0123456789abcdef" };
const provider: AuthConfig = { jwt: { issuer: "https://login.example.com/", audience: "api" } };

const message = openEntity({
  title: field("string", { isRequired: true }),
  views: field("int", { isRequired: true, default: 0 }),
  data: field("json"),
  pin: field("secret"),
  state: field("string", {
    isRequired: true,
    values: ["draft", "public"],
    isIgnoredOnCreate: true,
    default: "draft",
  }),
  authorid: field("int", { foreignKey: { targetEntityName: "message", resolvedEntityName: "author" } }),
  tagids: field("int", {
    foreignKey: { targetEntityName: "message", resolvedEntityName: "tags", isManyToMany: true },
  }),
});
const FIELDS = "title, views, data, pin, state, authorid, tagids, id, createdat, updatedat, ownerid";
const USER = "id, username, email, firstname, lastname, age, createdat, updatedat";

/** The mistakes if one operation has these entries. */
function check(
  operation: "read" | "create" | "update" | "delete",
  entries: readonly PermissionConfig[],
  auth: AuthConfig | undefined = users,
  options: Partial<EntityConfig> = {},
): readonly ConfigProblem[] {
  const permissions = { [operation]: entries };
  return checkConfig({
    database,
    auth,
    entities: {
      user: { fields: { age: field("int") }, permissions: {} },
      message: { ...message, ...options, permissions },
    },
  });
}

function mistake(place: string, text: string, guess?: string): ConfigProblem {
  const hint = guess === undefined ? {} : { hint: `Did you mean "${guess}"?` };
  return { path: `entities.message.permissions.${place}`, message: text, ...hint };
}

describe("a role", () => {
  it('a role may have any name, and may be "owner" if records have owners', () => {
    for (const auth of [users, provider, { identify: () => null }]) {
      expect(check("read", ["guest", "Editor", "owner", { role: "owner", where: "views>1" }], auth)).toEqual(
        [],
      );
    }
    expect(check("read", ["Owner", "OWNER"], undefined)).toEqual([]);
  });

  it('a role may have any name without auth, except "owner"', () => {
    const permissions = { update: ["admin", "owner", { role: "owner" }] };
    const text = 'the role "owner" needs "auth", without which records have no owner: name another role.';
    expect(checkConfig({ database, entities: { message: { ...message, permissions } } })).toEqual([
      mistake("update.1", text),
      mistake("update.2.role", text),
    ]);
  });

  it.each([{ systemFields: { ownerid: false } }, { isReadOnly: true, primaryKey: "views" }])(
    'a role cannot be "owner" if records have no owner: %o',
    (options) => {
      const own = { role: "owner", fields: { exclude: ["title"] } };
      const fields = { views: field("int", { isEditable: false, isRequired: true }), title: field("string") };
      const entity = options.isReadOnly === true ? { ...options, fields } : options;
      expect(check("read", ["owner", own], users, entity)).toEqual(
        ["read.0", "read.1.role"].map((place) =>
          mistake(
            place,
            'the records of "message" have no owner: set "systemFields.ownerid", or name another role.',
          ),
        ),
      );
    },
  );

  it('a role can be "owner" for users, but not to create them', () => {
    const user = (permissions: EntityConfig["permissions"]) =>
      checkConfig({ database, auth: users, entities: { User: { fields: {}, permissions } } });
    expect(user({ read: ["owner"], update: ["owner"], delete: ["owner"] })).toEqual([]);
    expect(user({ create: ["guest", "owner"] })).toEqual([
      {
        path: "entities.User.permissions.create.1",
        message: "a user who does not exist yet has no owner: name another role.",
      },
    ]);
  });

  it('a typo in auth is the only mistake, and the role "owner" and the claims of users are not reported', () => {
    const problems = check("read", ["owner", { role: "member", where: "authorid=@user.id" }], {
      ...users,
      isuer: "x",
    } as AuthConfig);
    expect(problems.map(({ path }) => path)).toEqual(["auth.isuer"]);
  });
});

describe("the fields of a rule", () => {
  it("the fields of a rule may be any of the entity, in any letter case", () => {
    const names = ["ID", "title", "TagIds", "CreatedAt", "ownerid", "AUTHORID"];
    expect(check("read", [{ role: "a", fields: { include: names } }])).toEqual([]);
    expect(check("update", [{ role: "a", fields: { exclude: [...names, "pin"] } }])).toEqual([]);
    expect(check("read", [{ role: "a", fields: {} }])).toEqual([]);
  });

  it("the fields of a rule must exist", () => {
    expect(
      check("read", [{ role: "a", fields: { include: ["titel", "x"], exclude: ["craetedat"] } }]),
    ).toEqual([
      mistake("read.0.fields.include.0", `there is no field "titel"; there are: ${FIELDS}.`, "title"),
      mistake("read.0.fields.include.1", `there is no field "x"; there are: ${FIELDS}.`),
      mistake("read.0.fields.exclude.0", `there is no field "craetedat"; there are: ${FIELDS}.`, "createdat"),
    ]);
  });

  it("the fields of a rule are keys, not the records that they point to", () => {
    expect(check("read", [{ role: "a", fields: { include: ["Author", "tags"] } }])).toEqual([
      mistake("read.0.fields.include.0", '"Author" is the record of a foreign key: name "authorid" instead.'),
      mistake("read.0.fields.include.1", '"tags" is the record of a foreign key: name "tagids" instead.'),
    ]);
  });

  it("the fields of a rule are not both included and excluded", () => {
    const fields = { include: ["title", "views"], exclude: ["data", "TITLE"] };
    expect(check("read", [{ role: "a", fields }])).toEqual([
      mistake("read.0.fields.exclude.1", '"TITLE" is in "include" too.'),
    ]);
  });

  it("the fields of a read rule must not be secrets", () => {
    expect(check("read", [{ role: "a", fields: { include: ["title", "PIN"] } }])).toEqual([
      mistake("read.0.fields.include.1", '"PIN" is a secret, which cannot be read: remove it.'),
    ]);
    expect(check("update", [{ role: "a", fields: { include: ["pin"] } }])).toEqual([]);
  });

  it("the fields of a rule are rejected for a delete", () => {
    expect(
      check("delete", [
        { role: "a", where: "views=0" },
        { role: "a", fields: { include: ["title"] } },
      ]),
    ).toEqual([mistake("delete.1.fields", "a record is deleted with all of its fields: remove it.")]);
  });

  it("the fields of a create rule must include all fields that a create requires", () => {
    const text = 'no record can be created with these fields, because a create must supply "title".';
    const without = { exclude: ["Title"] };
    expect(check("create", [{ role: "a", fields: { include: ["TITLE"] } }])).toEqual([]);
    expect(check("create", [{ role: "a", fields: { include: ["views"] } }, "admin"])).toEqual([
      mistake("create.0.fields", text),
    ]);
    expect(check("create", [{ role: "a", fields: without }])).toEqual([mistake("create.0.fields", text)]);
    expect(check("update", [{ role: "a", fields: without }])).toEqual([]);
  });

  it("the fields of a create rule may include the required fields together with another rule", () => {
    const entries = [
      { role: "member", fields: { include: ["title"] } },
      { role: "editor", fields: { include: ["views"] } },
    ];
    expect(check("create", entries)).toEqual([]);
  });

  it("the fields of a create rule for users must include the required fields and lists of a registration", () => {
    const list = field("int", {
      isRequired: true,
      foreignKey: { targetEntityName: "user", resolvedEntityName: "friends", isManyToMany: true },
    });
    const create = [{ role: "guest", fields: { include: ["username", "email"] } }];
    expect(
      checkConfig({
        database,
        auth: users,
        entities: { user: { fields: { friendids: list }, permissions: { create } } },
      }),
    ).toEqual([
      {
        path: "entities.user.permissions.create.0.fields",
        message:
          'no record can be created with these fields, because a create must supply "password", "friendids".',
      },
    ]);
  });
});

describe("the records of a rule", () => {
  const where = (condition: string, auth?: AuthConfig) =>
    check("read", [{ role: "a", where: condition }], auth);
  const wrong = (...texts: readonly string[]) => texts.map((text) => mistake("read.0.where", text));

  it("the records of a rule are selected by a condition", () => {
    for (const condition of [
      "views>=5&(state=public|authorid=@user.id)",
      'title~"@user.id"',
      "data<>null",
      "OWNERID=@user.id|createdat<2026-01-01T00:00:00Z",
      'title="@home"|title= @user.username |title=@user.age',
    ])
      expect(where(condition), condition).toEqual([]);
    for (const operation of ["create", "update", "delete"] as const)
      expect(check(operation, [{ role: "a", where: "authorid=@user.id" }])).toEqual([]);
  });

  it("the condition of a rule must have no syntax errors", () => {
    expect(where("views>5&&state=x")).toEqual(
      wrong('expected a field name, "(" or "!(" at position 8, found "&".'),
    );
    expect(where("(views=1")).toEqual(wrong('expected "&", "|" or ")" at position 8, found the end.'));
  });

  it("the condition of a rule may be longer than one that callers may send", () => {
    expect(where(Array.from({ length: 1000 }, () => "views=1").join("|"))).toEqual([]);
  });

  it("the condition of a rule depends on fields and values of the entity; each mistake is reported", () => {
    expect(where("titel=a&views~5&views=many&data=1&tagids=1&author=1")).toEqual(
      wrong(
        'unknown field "titel" in entity "message". Did you mean "title"?',
        'field "views" is of type "int": "~" is for texts only.',
        'the value for "views" must be a whole number.',
        'field "data" is of type "json": it can only be tested with "=null" and "<>null".',
        'unknown field "tagids" in entity "message". Did you mean "tags"?',
        'relation "author" can only be tested with "=null" and "<>null": compare one of its fields, such as "author.id".',
      ),
    );
  });

  it("the condition of a rule may depend on records that relations lead to", () => {
    for (const text of ["author.views>@user.age", "!(tags(title=[a,b]))", "count(tags)>1", "author=null"])
      expect(where(text), text).toEqual([]);
    expect(where("author.vews=1|auther.views=@user.age|tags.views=@user.agee|author.pin=1")).toEqual([
      ...wrong(
        'unknown field "vews" in entity "message". Did you mean "views"?',
        'unknown relation "auther" in entity "message". Did you mean "author"?',
        'unknown field "pin" in entity "message".',
      ),
      {
        ...wrong(`"@user.agee" is not a claim of users; there are: ${USER}.`)[0],
        hint: 'Did you mean "@user.age"?',
      },
    ]);
  });

  it("the condition of a rule cannot depend on secrets", () => {
    expect(where("Pin=1234|pin<>null")).toEqual(
      wrong(
        'the field "Pin" is a secret, which no condition can use.',
        'the field "pin" is a secret, which no condition can use.',
      ),
    );
  });

  it("the condition of a rule cannot depend on internal fields of the server", () => {
    const permissions = { read: [{ role: "a", where: 'usernamekey="x"' }] };
    expect(checkConfig({ database, auth: users, entities: { user: { fields: {}, permissions } } })).toEqual([
      {
        path: "entities.user.permissions.read.0.where",
        message: 'unknown field "usernamekey" in entity "user". Did you mean "username"?',
      },
    ]);
  });

  it("the condition of a rule can depend only on claims that users have", () => {
    expect(where("title=@user.emial|title=@user.Email")).toEqual(
      ["emial", "Email"].map((name) =>
        mistake(
          "read.0.where",
          `"@user.${name}" is not a claim of users; there are: ${USER}.`,
          "@user.email",
        ),
      ),
    );
    expect(where("title=@user.password|title=@user.roles|title=@user.usernamekey")).toEqual([
      mistake("read.0.where", `"@user.password" is not a claim of users; there are: ${USER}.`),
      mistake("read.0.where", `"@user.roles" is not a claim of users; there are: ${USER}.`),
      mistake(
        "read.0.where",
        `"@user.usernamekey" is not a claim of users; there are: ${USER}.`,
        "@user.username",
      ),
    ]);
  });

  it("the condition of a rule may depend on any claim of a provider or of identify", () => {
    const condition = "title=@user.org|title=@user.https://example.com/team";
    expect(where(condition, provider)).toEqual([]);
    expect(where(condition, { identify: () => null })).toEqual([]);
    expect(where(condition, { ...users, identify: () => null })).toEqual([]);
  });

  it("the condition of a rule needs operators that fit the field, also for claims", () => {
    expect(where("views~@user.age&data=@user.id&nope=@user.id")).toEqual(
      wrong(
        'field "views" is of type "int": "~" is for texts only.',
        'field "data" is of type "json": it can only be tested with "=null" and "<>null".',
        'unknown field "nope" in entity "message".',
      ),
    );
  });

  it.each(["@usr.id", "@user", "@user.", "@User.id", "@user.first name", "@id"])(
    "a claim in the condition of a rule needs the form @user.claim, not %s",
    (value) => {
      expect(where(`title=${value}`)).toEqual(
        wrong(
          `${JSON.stringify(value)} is not a claim: write "@user.id" or "@user.<claim>", or put the text in quotes.`,
        ),
      );
    },
  );

  it("the condition of a rule cannot depend on claims without auth", () => {
    const entities = {
      message: { ...message, permissions: { read: [{ role: "guest", where: "views=@user.id" }] } },
    };
    expect(checkConfig({ database, entities })).toEqual(
      wrong('"@user.id" needs "auth", without which callers have no claims.'),
    );
    const guests = { message: { ...message, permissions: { read: [{ role: "guest", where: "views=1" }] } } };
    expect(checkConfig({ database, entities: guests })).toEqual([]);
  });

  it("the condition of a rule is checked although fields have other mistakes", () => {
    const entity = openEntity(
      {
        a: field("int", { default: "x", values: ["y"] }),
        b: field("int", {
          foreignKey: { targetEntityName: "z", resolvedEntityName: "c", isManyToMany: true },
        }),
      },
      { primaryKey: "nope", permissions: { read: [{ role: "x", where: "a=z&c=1" }] } },
    );
    const paths = checkConfig({ database, auth: users, entities: { e: entity } }).map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith("where"))).toHaveLength(2);
    expect(paths).toContain("entities.e.fields.a.default");
  });
});

describe("permissions", () => {
  it("permissions are checked although one entry is invalid", () => {
    const permissions = {
      read: [5],
      create: [{ role: "a", fields: { include: ["nope"] } }],
      updte: [],
      delete: [{ role: "a", where: "x" }],
    };
    const problems = checkConfig({
      database,
      entities: { message: { ...message, permissions } as unknown as EntityConfig },
    });
    expect(problems.map(({ path }) => path.replace("entities.message.permissions.", ""))).toEqual([
      "read.0",
      "updte",
      "create.0.fields.include.0",
      "create.0.fields",
      "delete.0.where",
    ]);
  });

  it("the built-in permissions of users have no mistakes", () => {
    const user = (options: Partial<EntityConfig>) =>
      checkConfig({ database, auth: users, entities: { user: { ...openEntity({}), ...options } } });
    expect(user({ permissions: {} })).toEqual([]);
    const nr = field("int", { isEditable: false, isRequired: true });
    expect(user({ permissions: {}, isReadOnly: true, primaryKey: "nr", fields: { nr } })).not.toContainEqual(
      expect.objectContaining({ path: expect.stringContaining("permissions") as string }),
    );
  });
});
