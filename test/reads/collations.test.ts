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
});
