import { expect, it } from "vitest";
import { DataApi } from "data-api";
import { atEnd } from "../at-end.js";
import { withDatabase } from "../../generator/migrate/with-database.js";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { describeDialect } from "../conformance/describe-dialects.js";

/** A user without the right to call the function stands for a server without it. */
await describeDialect("a server without advisory locks", "postgres", (dialect) => {
  it("a server without advisory locks is rejected with its message where tables change, and only there", async () => {
    const { database, run } = await dialect.createDatabase();
    const userName = `lockless_${process.pid}`;
    await run([
      `create role ${userName} login`,
      "revoke execute on function pg_try_advisory_xact_lock(bigint) from public",
    ]);
    atEnd(() => run([`drop role ${userName}`]));
    const start = async (schema: "create" | "verify") => {
      const api = new DataApi({ database: { ...database, userName, schema }, entities: {} });
      await api.startAsync(0);
    };
    const refusal = {
      message: expect.stringMatching(
        /lacks advisory locks, which the configuration needs .*: permission denied .* \(42501\)\.$/,
      ) as string,
      cause: expect.objectContaining({ code: "42501" }) as Error,
    };
    await expect(start("create")).rejects.toMatchObject(refusal);
    await start("verify");
    for (const schema of ["create", "migrations", "verify", "off"] as const) {
      const settings = resolveDatabase({ ...database, userName, schema });
      const command = (isReadOnly: boolean) =>
        withDatabase(settings, { isReadOnly }, () => Promise.resolve(schema));
      await expect(command(false)).rejects.toMatchObject(refusal);
      expect(await command(true)).toBe(schema);
    }
  });
});
