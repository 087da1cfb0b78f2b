import { expect, test } from "vitest";
import { parseDatabaseUrl } from "../../../runtime/database/dialects/database-url.js";
import { parseMssqlUrl } from "../../../runtime/database/dialects/mssql/connection/mssql-url.js";

const login = { userName: "u", password: "p@:/" };

test.each([
  ["postgres://u:p%40%3A%2F@h:5433/db", { dialect: "postgres", host: "h", port: 5433, name: "db", ...login }],
  ["POSTGRESQL://h/a%20b", { dialect: "postgres", host: "h", name: "a b" }],
  ["postgres://u@[::1]/db", { dialect: "postgres", host: "::1", name: "db", userName: "u" }],
  ["postgres://%2Ftmp/db", { dialect: "postgres", host: "/tmp", name: "db" }],
  [
    "postgres://h/db?sslmode=require",
    { dialect: "postgres", host: "h", name: "db", encrypt: true, trustServerCertificate: true },
  ],
  ["postgres://h/db?sslmode=verify-full", { dialect: "postgres", host: "h", name: "db", encrypt: true }],
  ["postgres://h/db?sslmode=disable", { dialect: "postgres", host: "h", name: "db", encrypt: false }],
  ["mysql://u:p%40%3A%2F@h/db", { dialect: "mysql", host: "h", name: "db", ...login }],
  [
    "mariadb://h/db?ssl-mode=REQUIRED",
    { dialect: "mysql", host: "h", name: "db", encrypt: true, trustServerCertificate: true },
  ],
  ["sqlite:blog.db", { dialect: "sqlite", name: "blog.db" }],
  ["file:///var/blog.db", { dialect: "sqlite", name: "/var/blog.db" }],
  ["./a b.db", { dialect: "sqlite", name: "./a b.db" }],
  ["C:\\blog.db", { dialect: "sqlite", name: "C:\\blog.db" }],
])("the URL of a database is parsed: %s", (url, address) => {
  expect(parseDatabaseUrl(url)).toEqual(address);
});

test.each(["postgres://u:12/s3cr3t@h/db", "mysql://u:12/db#s3cr3t@h", "postgres://u:12/db?s3cr3t@h"])(
  "the URL %s has an @ in a wrong place, and is rejected instead of read as another host",
  (url) => {
    expect(() => parseDatabaseUrl(url)).toThrow(/cannot be read(?!.*s3cr3t)/);
  },
);

const place = { host: "h", name: "db" };

test.each([
  ["mssql://u:p%40%3A%2F@h:1434/db", { ...place, port: 1434, ...login }],
  ["sqlserver://h/db?trustServerCertificate=true", { ...place, trustServerCertificate: true }],
  ["sqlserver://h/db?encrypt=false", { ...place, encrypt: false }],
  ["mssql://h%5Cold/db", { ...place, instanceName: "old" }],
  ["sqlserver://h:1433;database=db", { ...place, port: 1433 }],
  [
    "jdbc:sqlserver://h\\old;databaseName=db;user=u;password={p@:/};encrypt=true",
    { ...place, instanceName: "old", ...login, encrypt: true },
  ],
  ["postgres://h/db", undefined],
])("the address %s is parsed if it is one of SQL Server", (url, address) => {
  expect(parseMssqlUrl(url)).toEqual(address);
});
