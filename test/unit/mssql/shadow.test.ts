import { expect, it } from "vitest";
import { createKysely } from "../../../runtime/database/database.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { mssqlShadow } from "../../../runtime/database/dialects/mssql/migrations/mssql-migration-tools.js";
import { DummyDriver } from "kysely";

// Azure SQL refuses `single_user` when it reads a batch, even in a branch that does not run, and its `db_id` is null for
// other databases.
it("a shadow database is dropped by statements that Azure SQL takes, and by others elsewhere", () => {
  const db = createKysely(dialects.mssql, () => new DummyDriver());
  const [azure, others, ...more] = mssqlShadow.drop("shop ] x").map((each) => each.compile(db).sql);
  expect(azure).toBe("if serverproperty('EngineEdition') = 5 exec (N'drop database if exists [shop ]] x]')");
  expect(others).toBe(
    "if not serverproperty('EngineEdition') = 5 and db_id(N'shop ] x') is not null exec (N'alter database [shop ]] x] set single_user with rollback immediate; drop database [shop ]] x]')",
  );
  expect(more).toEqual([]);
});
