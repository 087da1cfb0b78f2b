import { describe, expect, it } from "vitest";
import type { EntityConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain, to } from "../conformance/fields.js";
import { useFresh } from "../schema/fresh.js";

/** Two text types with different collations, neither of them ours. Most databases reject comparing such columns. */
const types: Readonly<Record<string, readonly [string, string]>> = {
  sqlite: ["varchar(20) collate nocase", "varchar(20) collate rtrim"],
  postgres: ['varchar(20) collate "POSIX"', 'varchar(20) collate "C"'],
  mysql: [
    "varchar(20) character set utf8mb4 collate utf8mb4_general_ci",
    "varchar(20) character set utf8mb4 collate utf8mb4_unicode_ci",
  ],
  mssql: ["varchar(20) collate Latin1_General_CI_AS", "nvarchar(20) collate SQL_Latin1_General_CP1_CI_AS"],
};

const key = { isRequired: true, isEditable: false, maxLength: 20 };
const onlyRead = (fields: EntityConfig["fields"], primaryKey: string): EntityConfig => ({
  fields,
  permissions: { read: ["guest"] },
  isReadOnly: true,
  primaryKey,
});

await describeDialects("keys with other collations", (target) => {
  const fresh = useFresh(target);
  const [ofBook, ofLoan] = types[target.name] ?? ["", ""];

  describe("are compared by the collation of the target's key", () => {
    it.each([
      ["in a table that the server created", "review"],
      ["in a table that another program created", "loan"],
    ])("a reference to a key with another collation finds its record, %s", async (_, name) => {
      await fresh
        .database()
        .run([
          `create table book (isbn ${ofBook} not null primary key, title varchar(30))`,
          "insert into book (isbn, title) values ('Ä-1', 'Trains')",
          `create table loan (nr integer not null primary key, of_book ${ofLoan})`,
          "insert into loan (nr, of_book) values (1, 'Ä-1')",
        ]);
      const api = await fresh.start({
        book: onlyRead({ isbn: field("string", key), title: field("string") }, "isbn"),
        loan: onlyRead(
          {
            nr: field("int", { isRequired: true, isEditable: false }),
            of: to("book", "theBook", "string", { maxLength: 20, column: "of_book" }),
          },
          "nr",
        ),
        review: plain({ of: to("book", "theBook", "string", { maxLength: 20 }) }),
      });
      if (name === "review") await api.repository(name).create({ of: "Ä-1" });
      const { items } = await api.repository(name).find();
      expect(items).toMatchObject([{ of: "Ä-1", theBook: { isbn: "Ä-1", title: "Trains" } }]);
    });
  });

  // Others refuse such a foreign key.
  it.skipIf(target.name === "mysql" || target.name === "mssql")(
    "a list has the records whose columns spell the key differently, if the foreign key takes them",
    async () => {
      const ignoresCase = target.name === "sqlite" ? "nocase" : "ci";
      await fresh
        .database()
        .run([
          ...(target.name === "postgres"
            ? ["create collation ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"]
            : []),
          `create table band (code varchar(20) collate ${ignoresCase} not null primary key)`,
          "insert into band (code) values ('abc'), ('other')",
          "create table song (id integer not null primary key, of_band varchar(20) not null, foreign key (of_band) references band (code))",
          "insert into song (id, of_band) values (1, 'ABC'), (2, 'abc'), (3, 'Other')",
          "create table badge (of_band varchar(20) not null primary key, foreign key (of_band) references band (code))",
          "insert into badge (of_band) values ('Abc')",
        ]);
      const ofBand = (inverseName: string) => ({
        ...to("band", "band", "string", { ...key, column: "of_band" }),
        foreignKey: { targetEntityName: "band", resolvedEntityName: "band", inverseName },
      });
      const api = await fresh.start({
        band: plain({ code: field("string", key) }, { primaryKey: "code" }),
        song: plain(
          { id: field("int", { isRequired: true, isEditable: false }), of: ofBand("songs") },
          { primaryKey: "id" },
        ),
        badge: plain({ of: ofBand("badge") }, { primaryKey: "of" }),
      });
      const bands = api.repository("band");
      const select = "code,songs(id),count(songs),badge";
      const { items } = await bands.find({ select, orderBy: "code" });
      expect(items).toEqual([
        { code: "abc", songs: [{ id: 1 }, { id: 2 }], "count(songs)": 2, badge: { of: "Abc" } },
        { code: "other", songs: [{ id: 3 }], "count(songs)": 1, badge: null },
      ]);
      expect((await bands.find({ where: "songs.id=3", select: "code" })).items).toEqual([{ code: "other" }]);
    },
  );

  describe("are spelled in several ways", () => {
    const insensitive: Readonly<Record<string, string>> = {
      sqlite: "varchar(20) collate nocase",
      postgres: "varchar(20) collate ci",
      mysql: "varchar(20) character set utf8mb4 collate utf8mb4_general_ci",
      mssql: "nvarchar(20) collate Latin1_General_CI_AS",
    };
    const type = insensitive[target.name] ?? "";
    const made = [
      ...(target.name === "postgres"
        ? ["create collation ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"]
        : []),
      `create table club (code ${type} not null primary key, title varchar(255))`,
      "insert into club (code, title) values ('Abc', 'x'), ('other', 'y')",
      `create table member (id integer not null primary key, of_club ${type} not null, name varchar(255), foreign key (of_club) references club (code))`,
      "insert into member (id, of_club, name) values (1, 'Abc', 'a'), (2, 'aBC', 'b'), (3, 'ABC', 'c'), (4, 'OTHER', 'd')",
      `create table room (of_club ${type} not null, nr integer not null, name varchar(255), primary key (of_club, nr), foreign key (of_club) references club (code))`,
      "insert into room (of_club, nr, name) values ('aBC', 1, 'a'), ('abc', 2, 'b'), ('Other', 1, 'c')",
    ];
    const fixed = { isRequired: true, isEditable: false };
    const ofClub = (inverseName: string) =>
      field("string", {
        ...key,
        column: "of_club",
        foreignKey: { targetEntityName: "club", inverseName, isWritable: true },
      });
    const systemFields = { createdat: false, updatedat: false };
    const permissions = {};
    const entities = {
      club: {
        fields: { code: field("string", key), title: field("string") },
        primaryKey: "code",
        systemFields,
        permissions,
      },
      member: {
        fields: { id: field("int", fixed), of: ofClub("members"), name: field("string") },
        primaryKey: "id",
        systemFields,
        permissions,
      },
      room: {
        fields: { of: ofClub("rooms"), nr: field("int", fixed), name: field("string") },
        primaryKey: ["of", "nr"],
        systemFields,
        permissions,
      },
    };

    it("a list that is replaced has exactly the given records, also those that spell the key differently", async () => {
      await fresh.database().run(made);
      const api = await fresh.start(entities);
      const clubs = api.repository("club");
      await clubs.update("Abc", {
        members: { set: [{ id: 2, name: "kept" }] },
        rooms: { set: [{ nr: 2, name: "kept" }, { nr: 3 }] },
      });
      await clubs.updateMany([
        { id: "Abc", changes: { members: { set: [{ id: 2, name: "again" }] } } },
        { id: "other", changes: { members: { set: [] } } },
      ]);
      const left = await api.repository("member").find();
      expect(left.items).toMatchObject([{ id: 2, of: "aBC", name: "again" }]);
      const rooms = await api.repository("room").find({ orderBy: "nr" });
      expect(rooms.items).toMatchObject([
        { of: "Other", nr: 1, name: "c" },
        { of: "abc", nr: 2, name: "kept" },
        { of: "Abc", nr: 3, name: null },
      ]);
    });

    it.each([
      ["", {}],
      [" with hooks", { beforeUpdate: ({ input }: { readonly input: object }) => input }],
    ])(
      "an update of several records finds them as an update of one does, however their keys are spelled%s",
      async (_, hooks) => {
        await fresh.database().run(made);
        const api = await fresh.start({ ...entities, club: { ...entities.club, hooks } as EntityConfig });
        const clubs = api.repository("club");
        const changed = await clubs.updateMany([
          { id: "aBC", changes: { title: "p" } },
          { id: "OTHER", changes: { title: "q" } },
        ]);
        expect(changed).toEqual([
          { code: "Abc", title: "p" },
          { code: "other", title: "q" },
        ]);
        await clubs.updateMany([
          { id: "aBC", changes: { title: "r" } },
          { id: "other", changes: { title: "r" } },
        ]);
        expect((await clubs.find({ orderBy: "code" })).items).toMatchObject([{ title: "r" }, { title: "r" }]);
      },
    );
  });
});
