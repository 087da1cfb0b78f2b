import { expect, it } from "vitest";
import { atEnd } from "../at-end.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { takeLog } from "../conformance/reports.js";
import { useServed } from "./served.js";
import { openSession, type Session } from "./session.js";
import { wordsOf } from "./words.js";

/** Statements about the test's own database and user. */
type Say = (database: string, user: string) => readonly string[];

interface Refusals {
  /** A database that always exists. */
  readonly home: string;
  readonly login: Say;
  readonly dropLogin: (user: string) => string;
  /**
   * How the server can refuse connections to an existing database: the title, the reported reason, the statements.
   */
  readonly ways: readonly (readonly [way: string, reason: string, refuse: Say])[];
}

const PASSWORD = "Correct horse battery 1";

/** The user has all rights on the database. A server that trusts this machine checks no passwords. */
const refusals: Readonly<Record<string, Refusals>> = {
  postgres: {
    home: "postgres",
    login: (database, user) => [
      `create role ${user} login password '${PASSWORD}'`,
      `grant all on schema public to ${user}`,
      `grant connect on database ${database} to ${user}`,
      `revoke connect on database ${database} from public`,
    ],
    dropLogin: (user) => `drop role if exists ${user}`,
    ways: [
      [
        "that accepts no connections",
        "closed",
        (database) => [`alter database ${database} allow_connections false`],
      ],
      [
        "that has reached its connection limit",
        "full",
        (database) => [`alter database ${database} connection limit 0`],
      ],
      ["whose user has reached its limit", "full", (_, user) => [`alter role ${user} connection limit 0`]],
      ["whose user may no longer log in", "login", (_, user) => [`alter role ${user} nologin`]],
      [
        "whose user may no longer connect",
        "notAllowed",
        (database, user) => [`revoke connect on database ${database} from ${user}`],
      ],
      ["that is gone", "noDatabase", (database) => [`drop database ${database} with (force)`]],
    ],
  },
  mysql: {
    home: "mysql",
    login: (database, user) => [
      `create user ${user} identified by '${PASSWORD}'`,
      `grant all on ${database}.* to ${user}`,
    ],
    dropLogin: (user) => `drop user if exists ${user}`,
    ways: [
      ["whose user is locked", "notAllowed", (_, user) => [`alter user ${user} account lock`]],
      [
        "whose user has another password",
        "login",
        (_, user) => [`alter user ${user} identified by 'another'`],
      ],
      ["whose user is gone", "login", (_, user) => [`drop user ${user}`]],
      [
        "whose user may no longer use it",
        "notAllowed",
        (database, user) => [`revoke all on ${database}.* from ${user}`],
      ],
      ["that is gone", "noDatabase", (database) => [`drop database ${database}`]],
    ],
  },
  mssql: {
    home: "master",
    login: (_, user) => [
      `create login ${user} with password = '${PASSWORD}'`,
      `create user ${user} for login ${user}`,
      `alter role db_owner add member ${user}`,
    ],
    dropLogin: (user) => `drop login ${user}`,
    ways: [
      ["whose user may no longer log in", "login", (_, user) => [`alter login ${user} disable`]],
      [
        "whose user has another password",
        "login",
        (_, user) => [`alter login ${user} with password = 'Another one 12'`],
      ],
    ],
  },
};

await describeDialects("a server that refuses connections", (dialect) => {
  const speech = wordsOf(dialect);
  const refused = refusals[dialect.name];
  if (speech === undefined || refused === undefined) return;
  const user = `u${Math.random().toString(36).slice(2, 12)}`;
  // In MySQL, the host is part of the user's name.
  const login = dialect.name === "mysql" ? `${user}@'%'` : user;
  const serve = useServed(dialect);

  it.each(refused.ways)(
    "a request to a database %s is a 503 with Retry-After, and the log says why: %s",
    async (_, reason, refuse) => {
      const admins: Session[] = [];
      // Runs after the database, which has objects of the user, is dropped.
      atEnd(async () => {
        for (const each of admins) {
          await each.run(refused.dropLogin(login));
          await each.close();
        }
      });
      const { send, database, proxy } = await serve(
        { userName: user, password: PASSWORD },
        { run: (name) => refused.login(name, login) },
      );
      const admin = await openSession({ ...database.database, name: refused.home });
      admins.push(admin);
      expect((await send("POST", "thing", { body: { title: "before" } })).status).toBe(201);
      proxy.refuse();
      await proxy.waitForCount(0);
      for (const text of refuse(database.database.name ?? "", login)) await admin.run(text);
      proxy.recover();
      takeLog();
      for (const [method, path, options] of [
        ["GET", "thing/public/findall/id/0/9", {}],
        ["POST", "thing", { body: { title: "x" } }],
        ["POST", "thing", { body: { title: "x" }, idempotencyKey: "k" }],
        ["DELETE", "thing/1", {}],
      ] as const) {
        const reply = await send(method, path, options);
        expectProblem(reply, "database-unavailable", { detail: /Try again/ });
        expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      }
      const told = takeLog().filter(({ msg }) => msg === "request failed");
      expect(told).toHaveLength(4);
      for (const { error } of told) expect(error?.cause).toMatchObject({ kind: "connection", reason });
      expect((await send("GET", "/readyz")).status).toBe(503);
    },
  );
});
