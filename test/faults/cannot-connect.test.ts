import { inspect } from "node:util";
import { afterEach, expect, it } from "vitest";
import { DataApi, DatabaseError, type DatabaseConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { openEntity } from "../conformance/fields.js";
import { freePort } from "../replicas/processes.js";
import { createCertificate } from "./certificate.js";
import { listen, startStub, type Stub } from "./stub.js";
import { wordsOf } from "./words.js";

const SECRET = "open sesame";
const titles: Readonly<Record<string, string>> = { postgres: "PostgreSQL", mysql: "MySQL" };

/** The error message of a failed start. Checks that neither it nor the inspected error contains the password. */
async function refusal(database: DatabaseConfig): Promise<string> {
  const api = new DataApi({ database, entities: { thing: openEntity({}) }, server: { host: "127.0.0.1" } });
  const error: unknown = await api.startAsync(0).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(error).toMatchObject({ kind: "connection", outcome: "notSent" });
  for (const form of [SECRET, encodeURIComponent(SECRET)])
    expect(inspect(error, { depth: 9 })).not.toContain(form);
  return (error as DatabaseError).message;
}

await describeDialects("a database that cannot be opened", (dialect) => {
  const words = wordsOf(dialect);
  if (words === undefined) return;
  if (dialect.name === "mssql") {
    it.skip("not run: no stub speaks its protocol", () => undefined);
    return;
  }
  const name = dialect.name as DatabaseConfig["dialect"];
  const title = titles[name] ?? "";
  const opened: Stub[] = [];

  afterEach(() => {
    for (const stub of opened.splice(0)) stub.close();
  });

  async function stub(starting: Promise<Stub>): Promise<number> {
    const started = await starting;
    opened.push(started);
    return started.port;
  }

  const to = (port: number, options: Partial<DatabaseConfig> = {}): DatabaseConfig => ({
    dialect: name,
    name: "shop",
    host: "localhost",
    port,
    userName: "me",
    password: SECRET,
    ...options,
  });
  const asUrl = ({
    userName = "",
    password = "",
    host,
    port,
    name: database,
  }: DatabaseConfig): DatabaseConfig => ({
    dialect: name,
    connectionString: `${name}://${userName}:${encodeURIComponent(password)}@${host}:${port}/${database}`,
  });

  it("the error of a failed start says that the host is not found", async () => {
    const nowhere = to(5000, { host: "no-such-host.invalid" });
    expect(await refusal(nowhere)).toBe(
      `Cannot open the ${title} database "shop" on no-such-host.invalid:5000. The host "no-such-host.invalid" cannot be found: check "host".`,
    );
    expect(await refusal(asUrl(nowhere))).toBe(
      `Cannot open the ${title} database of the connection string. The host by the name in the connection string cannot be found: check "connectionString".`,
    );
  });

  it("the error of a failed start says that nothing listens on the port", async () => {
    const port = await freePort();
    expect(await refusal(to(port))).toBe(
      `Cannot open the ${title} database "shop" on localhost:${port}. Nothing listens at localhost:${port}: check "host" and "port", and that the server runs.`,
    );
    expect(await refusal(asUrl(to(port)))).toContain('check "connectionString", and that the server runs.');
  });

  it("the error of a failed start says that the database does not exist", async () => {
    const { database, dispose } = await dialect.createDatabase();
    await dispose();
    const missing = await refusal({ ...database, name: "no such" });
    expect(missing).toMatch(new RegExp(`^Cannot open the ${title} database "no such" on \\S+\\. `));
    expect(missing).toMatch(/\. There is no database "no such": create it or check "name"\.$/);
  });

  it("the error of a failed start says that the server refused the user name or password", async () => {
    const { database, dispose } = await dialect.createDatabase();
    const unknown = await refusal({ ...database, userName: "nobody", password: SECRET });
    expect(unknown).toMatch(
      /\. The server refused the user name or password: check "userName" and "password"\.$/,
    );
    await dispose();
  });

  it("the error of a failed start says that the server accepts no encrypted connections", async () => {
    const port = await stub(startStub(name));
    expect(await refusal(to(port, { encrypt: true }))).toBe(
      `Cannot open the ${title} database "shop" on localhost:${port}. The server accepts no encrypted connections: switch encryption on there, or set "encrypt" to false.`,
    );
  });

  it("a start fails if no trusted authority signed the certificate, unless it is trusted by the configuration", async () => {
    const certificate = createCertificate("localhost");
    const port = await stub(startStub(name, certificate));
    expect(await refusal(to(port, { encrypt: true }))).toMatch(
      /\. The server's certificate is not signed by a trusted authority: .*"certificateAuthority".*"trustServerCertificate"/,
    );
    // The stub closes each connection that passes the certificate check.
    for (const trust of [{ trustServerCertificate: true }, { certificateAuthority: certificate.cert }])
      expect(await refusal(to(port, trust))).toContain("was closed before it was established");
  });

  it("the error of a failed start says that the certificate is for another host", async () => {
    const certificate = createCertificate("db.example");
    const port = await stub(startStub(name, certificate));
    expect(await refusal(to(port, { certificateAuthority: certificate.cert }))).toMatch(
      /\. The server's certificate is for another host: check "host", which must be a name in the certificate\.$/,
    );
  });

  it("the error of a failed start says that the certificate has expired", async () => {
    const certificate = createCertificate("localhost", -1);
    const port = await stub(startStub(name, certificate));
    expect(await refusal(to(port, { certificateAuthority: certificate.cert }))).toMatch(
      /\. The server's certificate has expired or is not valid yet: renew it on the server\.$/,
    );
  });

  it("the error of a failed start says that the server does not answer", async () => {
    const port = await stub(listen(() => undefined));
    const patience = { connectTimeout: 100, pool: { waitTimeout: 100 } };
    expect(await refusal(to(port, patience))).toBe(
      `Cannot open the ${title} database "shop" on localhost:${port}. There was no answer from localhost:${port} within 100 ms: check "host" and "port", and the firewalls between, or raise "connectTimeout".`,
    );
  });

  it("the error of a failed start says that the server closed the connection", async () => {
    const port = await stub(listen((socket) => socket.destroy()));
    expect(await refusal(to(port))).toBe(
      `Cannot open the ${title} database "shop" on localhost:${port}. The connection to localhost:${port} was closed before it was established: check "host" and "port", and that this is the database server.`,
    );
  });

  it("the error of a failed start says that the connection string is invalid, and does not repeat it", async () => {
    const connectionString = `${name}://me:${SECRET}@h:99999/shop`;
    expect(await refusal({ dialect: name, connectionString })).toBe(
      `Cannot open the ${title} database of the connection string. The driver cannot parse "connectionString".`,
    );
  });
});
