import { beforeAll, describe, expect, it } from "vitest";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import type { Reply } from "../conformance/http-client.js";
import { createTestApi, type TestApi, type TestConfig } from "../conformance/start-server.js";
import { modes, type FreshDatabase } from "../conformance/targets.js";
import type { Proxy } from "./proxy.js";
import { throughProxy } from "./through-proxy.js";
import { wordsOf } from "./words.js";
import { serveApi } from "../conformance/start.js";

useCheapHashes();

const config: TestConfig = {
  auth: { secretKey: "a secret of at least 32 bytes, for tests" },
  server: { rateLimit: { addresses: false }, log: { level: "silent" } },
  entities: {
    user: { fields: {}, permissions: { create: ["guest"], read: ["guest"] } },
    thing: openEntity({ title: field("string") }, { systemFields: { id: "uuid" } }),
    hooked: openEntity(
      { title: field("string") },
      { systemFields: { id: "uuid" }, hooks: { afterCommit: () => undefined } },
    ),
  },
};

const MARK = "lost-one";
const title = { title: MARK };
const password = "correct horse battery";
const user = { username: MARK, email: "a@example.com", password, confirmPassword: password };

/** A write that is cut at its statement or at the commit. Except for POST, the record exists. */
interface Write {
  readonly of: string;
  readonly method: string;
  readonly entity: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at: "statement" | "commit";
}

const writes: readonly Write[] = [
  { of: "a create", method: "POST", entity: "thing", body: title, at: "statement" },
  { of: "a create with hooks", method: "POST", entity: "hooked", body: title, at: "commit" },
  {
    of: "a create with a key",
    method: "POST",
    entity: "thing",
    body: title,
    headers: { "Idempotency-Key": "k" },
    at: "commit",
  },
  { of: "a registration", method: "POST", entity: "user", body: user, at: "statement" },
  { of: "a change", method: "PATCH", entity: "thing", body: title, at: "statement" },
  { of: "a replacement", method: "PUT", entity: "thing", body: title, at: "statement" },
  {
    of: "a change of one version",
    method: "PATCH",
    entity: "thing",
    body: title,
    headers: { "If-Match": "*" },
    at: "commit",
  },
  { of: "a delete", method: "DELETE", entity: "thing", at: "statement" },
  { of: "a delete with hooks", method: "DELETE", entity: "hooked", at: "commit" },
];

await describeDialects("the outcome", (dialect) => {
  const speech = wordsOf(dialect);
  if (speech === undefined) return;

  describe.each(modes)("of writes by %s code", (mode) => {
    let fresh: FreshDatabase;
    let proxy: Proxy;
    let api: TestApi;
    let send: (
      method: string,
      path: string,
      options: { body?: object | undefined; headers?: Readonly<Record<string, string>> | undefined },
    ) => Promise<Reply>;

    beforeAll(async () => {
      fresh = await dialect.createDatabase();
      const proxied = await throughProxy(fresh.database);
      proxy = proxied.proxy;
      api = await createTestApi(
        mode,
        { ...fresh, database: { ...proxied.database, pool: { max: 2 } } },
        config,
      );
      const { request } = await serveApi(api);
      send = (method, path, { body, headers = {} }) =>
        request(method, `/api/data/${path}`, { body, headers });
    });

    const tables = ["thing", "hooked", dialect.name === "mysql" ? "`user`" : '"user"'];

    /** The stored rows, read without the product. */
    async function stored(): Promise<string> {
      return JSON.stringify(await Promise.all(tables.map((table) => fresh.run([`select * from ${table}`]))));
    }

    describe.each(writes)("of $of", ({ method, entity, body, headers, at }) => {
      it.each(["cut before", "cut after"] as const)(
        "a write that is %s has an unknown outcome, and is not retried",
        async (fault) => {
          await fresh.run([...tables, "data_api_idempotency"].map((table) => `delete from ${table}`));
          const id =
            method === "POST" ? "" : String((await send("POST", entity, { body: { title: "there" } })).json);
          const before = await stored();
          if (at === "commit") proxy.breakWhere(speech.isCommit, fault);
          // SQL Server receives the bytes of a uuid, the others its text.
          else
            proxy.breakOn(method !== "DELETE" ? MARK : dialect.name === "mssql" ? "delete from" : id, fault);
          const reply = await send(method, id === "" ? entity : `${entity}/${id}`, { body, headers });
          expect(proxy.hasBroken, reply.text).toBe(true);
          expectProblem(reply, "outcome-unknown");
          expect(reply.headers["retry-after"]).toBeUndefined();
          expect((await stored()) === before).toBe(fault === "cut before");
        },
      );
    });
  });
});
