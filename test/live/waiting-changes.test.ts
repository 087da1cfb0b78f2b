import { beforeEach, expect, test } from "vitest";
import { told, toldByHeader } from "../conformance/callers.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { field } from "../conformance/fields.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import type { FreshDatabase } from "../conformance/targets.js";

const ofRoom = [{ role: "member", where: "room=1" }];
const config = {
  auth: toldByHeader,
  changes: { entities: ["note"] },
  entities: {
    note: {
      fields: { title: field("string"), room: field("int") },
      permissions: { read: ["member"], create: ["member"], update: ofRoom, delete: ofRoom },
      systemFields: { createdat: false, updatedat: false, ownerid: false },
    },
  },
} as unknown as TestConfig;
const headers = told({ userId: 1, roles: ["member"] });

/** Ends when a statement of the server waits for this transaction. */
const WAIT = `do $$ begin
  for look in 1..1000 loop
    if exists (
      select from pg_stat_activity where datname = current_database() and state = 'active'
        and query like 'with "record before"%' and clock_timestamp() - query_start > interval '0.3 s'
    ) then return; end if;
    perform pg_stat_clear_snapshot(), pg_sleep(0.01);
  end loop;
  raise exception 'no statement waits';
end $$`;

await describeDialect("a write that waits for another transaction", "postgres", (target) => {
  let server: TestServer;
  let database: FreshDatabase;
  const request = (method: string, path: string, body?: object) =>
    server.request(method, `/api/data/note${path}`, { headers, body });
  const changes = () =>
    database.run(["select recordid, operation, former from data_api_outbox order by id offset 2"]);

  beforeEach(async () => {
    const createDatabase = async () => (database = await target.createDatabase());
    server = await startServer("dynamic", { ...target, createDatabase }, config);
    // The first write finds out about triggers, in a transaction.
    for (const title of ["a", "b"]) await request("POST", "", { title, room: 1 });
  });

  /** Sends the write while a transaction has done `statement`, which then ends by `end`. */
  async function meet(statement: string, method: string, end = "commit") {
    const other = database.run(["begin", statement, WAIT, end]);
    const hasLock = "select from pg_stat_activity where datname = current_database() and query like 'do %'";
    while ((await database.run([hasLock])).length === 0);
    const body = method === "DELETE" ? undefined : { title: "own", room: 1 };
    const answer = await request(method, "/1", body);
    await other;
    return answer;
  }

  for (const method of ["PATCH", "PUT", "DELETE"] as const) {
    const operation = method === "DELETE" ? "delete" : "update";

    test(`a ${method} that waits for another transaction keeps the values that it has committed`, async () => {
      const { status } = await meet("update note set title = 'other' where id = 1", method);
      expect(status).toBe(200);
      expect(await changes()).toEqual([
        { recordid: "[1]", operation, former: '{"id":1,"title":"other","room":1}' },
      ]);
    });

    test(`a ${method} that waits for another transaction keeps the former values if that is rolled back`, async () => {
      const { status } = await meet("update note set title = 'other' where id = 1", method, "rollback");
      expect(status).toBe(200);
      expect(await changes()).toEqual([
        { recordid: "[1]", operation, former: '{"id":1,"title":"a","room":1}' },
      ]);
    });

    test(`a ${method} that waits for another transaction needs the right to the new values`, async () => {
      const { status } = await meet("update note set room = 2 where id = 1", method);
      expect(status).toBe(403);
      expect(await changes()).toEqual([]);
      expect(await database.run(["select title, room from note where id = 1"])).toEqual([
        { title: "a", room: 2 },
      ]);
    });

    test(`a ${method} that waits for another transaction finds no record that it has deleted`, async () => {
      const { status } = await meet("delete from note where id = 1", method);
      expect(status).toBe(404);
      expect(await changes()).toEqual([]);
    });
  }
});
