import { afterEach, expect, test, vi } from "vitest";
import { dabConnection } from "../../../generator/import/dab/dab-connection.js";
import { processorTime } from "../../linear-time.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const connect = (type: string, text: string) =>
  dabConnection({ path: "data-source", value: { "database-type": type, "connection-string": text } });

const login = { userName: "me", password: "a;b=\"c'" };

test.each([
  [
    "mssql",
    `Server=tcp:db.example.org,1444;Initial Catalog=shop;User ID=me;Password="a;b=""c'";Encrypt=True;TrustServerCertificate=yes;Connection Timeout=30;`,
    {
      dialect: "mssql",
      host: "db.example.org",
      port: 1444,
      name: "shop",
      ...login,
      encrypt: true,
      trustServerCertificate: true,
    },
  ],
  [
    "mssql",
    "data source = .\\SQLEXPRESS ; database = shop",
    { dialect: "mssql", host: "localhost", instanceName: "SQLEXPRESS", name: "shop" },
  ],
  [
    "mssql",
    "Server=h;Database=d;Encrypt=Strict;TrustServerCertificate=true;Integrated Security=false",
    { dialect: "mssql", host: "h", name: "d", encrypt: "strict" },
  ],
  [
    "mssql",
    "Server=h;Database=d;Authentication=Sql Password;User Id=me;Password=x",
    { dialect: "mssql", host: "h", name: "d", userName: "me", password: "x" },
  ],
  ["mssql", "Server=h;Database=d;Encrypt=false", { dialect: "mssql", host: "h", name: "d", encrypt: false }],
  [
    "postgresql",
    `Host=h;Port=5433;Database=shop;Username=me;Password='a;b="c''';SSL Mode=Require`,
    {
      dialect: "postgres",
      host: "h",
      port: 5433,
      name: "shop",
      ...login,
      encrypt: true,
      trustServerCertificate: true,
    },
  ],
  [
    "postgresql",
    "Host=h;Database=d;SSL Mode=VerifyFull",
    { dialect: "postgres", host: "h", name: "d", encrypt: true },
  ],
  [
    "mysql",
    "server=h;database=d;uid=me;pwd=x;SslMode=None",
    { dialect: "mysql", host: "h", name: "d", userName: "me", password: "x", encrypt: false },
  ],
])(
  "a data source of Data API builder becomes the configuration of the database: %s: %s",
  (type, text, config) => {
    const connection = connect(type, text);
    expect(connection.config).toEqual(config);
    const { password, ...open } = config as typeof config & { readonly password?: string };
    const printed = Object.entries(open).map(([key, value]) => [key, JSON.stringify(value)]);
    const hidden = password === undefined ? [] : [["password", 'process.env["DB_PASSWORD"]']];
    expect(connection.database).toEqual(Object.fromEntries([...printed, ...hidden]));
  },
);

const logins = [
  "User Id=me;Password=x",
  "Authentication=Active Directory Default",
  "Authentication=Active Directory Managed Identity;User Id=x",
  "Authentication=Active Directory Password;User Id=me;Password=x",
];

test.each(logins)(
  "a connection string of SQL Server in a variable stays there whole, with the log-in %s",
  (way) => {
    vi.stubEnv("DAB", `Server=h;Database=d;${way}`);
    const { config, database, variables } = connect("mssql", "@env('DAB')");
    expect(config).toEqual({ dialect: "mssql", connectionString: `Server=h;Database=d;${way}` });
    expect(database).toEqual({ dialect: '"mssql"', connectionString: 'process.env["DAB"]' });
    expect(variables).toMatchObject([{ name: "DAB" }]);
  },
);

const toVariable =
  "it does not log in with a password; put the connection string into an environment variable, and write @env('NAME').";
const unsupported = "it does not log in with a password; only that is supported.";

test.each([
  ["mssql", "Authentication=Active Directory Default", toVariable],
  ["mssql", "Authentication=Active Directory Managed Identity", toVariable],
  ["mssql", "Integrated Security=SSPI", unsupported],
  ["mssql", "Trusted_Connection=yes", unsupported],
  ["postgresql", "Integrated Security=true", unsupported],
])("a connection string of %s with %s in the file of Data API builder is a mistake", (type, way, message) => {
  expect(() => connect(type, `Server=h;Database=d;${way}`)).toThrow(
    `data-source.connection-string: ${message}`,
  );
});

test("a variable may be a part of the connection string of Data API builder", () => {
  vi.stubEnv("SECRET", "x");
  const { config, database } = connect("mysql", "Server=h;Database=d;Uid=me;Pwd=@env('SECRET')");
  expect(config.password).toBe("x");
  expect(database["password"]).toBe('process.env["DB_PASSWORD"]');
});

const secret = "Server=h;Password=s3cret";

test.each([
  [secret, "data-source: expected an object."],
  [[secret], "data-source: expected an object."],
  [{ "database-type": secret }, "data-source.database-type: this database is not supported"],
  [{ "database-type": [secret] }, "data-source.database-type: expected a text."],
  [
    { "database-type": "mysql", "connection-string": { secret } },
    "data-source.connection-string: expected a text.",
  ],
])("the error for a wrong data source does not contain its values: %j", (value, message) => {
  const wrong = () => dabConnection({ path: "data-source", value });
  expect(wrong).toThrow(message);
  expect(wrong).not.toThrow("Server");
});

test("a long connection string of Data API builder is read in linear time", () => {
  const time = processorTime(() => {
    for (const text of ["=", ";", '"', "'", "a", " ", ';a="', "a=;"])
      expect(() => connect("mysql", text.repeat(10_000 / text.length))).toThrow(
        "data-source.connection-string",
      );
  });
  expect(time).toBeLessThan(3_000);
});
