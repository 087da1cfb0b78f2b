import { describe, expect, it } from "vitest";
import { DatabaseError } from "data-api";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { loadDriver } from "../../../runtime/database/wire/load-driver.js";
import { mssqlPackages } from "../../../runtime/database/dialects/mssql/connection/mssql-packages.js";
import {
  checkSqliteVersion,
  explainBinary,
  installedVersion,
  sqlitePackage,
} from "../../../runtime/database/dialects/sqlite/connection/sqlite-package.js";

const nodes = ["20.19.0", "20.20.2", "22.0.0", "22.23.3", "23.11.0", "24.9.0", "24.18.1"];
const abortingNodes = ["24.19.0", "24.21.0", "25.0.0", "26.10.0", "100.0.0"];

describe("the driver for a Node.js", () => {
  it.each([...nodes, ...abortingNodes])("the driver for Node.js %s runs there without warnings", (node) => {
    const version = `${sqlitePackage(node).replace("better-sqlite3@", "")}.1.2`;
    expect(checkSqliteVersion(version, node)).toEqual([]);
  });

  it.each(["22.0.0", "24.21.0", "26.10.0"])("the driver for Node.js %s is version 13", (node) => {
    expect(sqlitePackage(node)).toBe("better-sqlite3@13");
    expect(mssqlPackages(node)).toBe("mssql");
  });

  it("the driver for Node.js 20 is version 12, and needs tedious 19 for SQL Server", () => {
    expect(sqlitePackage("20.19.0")).toBe("better-sqlite3@12");
    expect(mssqlPackages("20.19.0")).toBe("mssql tedious@19");
  });

  it("the driver in the error for a missing driver is the installed version", async () => {
    const { packages } = dialects.sqlite;
    expect(packages).toBe(`better-sqlite3@${installedVersion()?.split(".")[0] ?? ""}`);
    await expect(loadDriver("no-such-driver", "sqlite", packages)).rejects.toThrow(
      `Install it: npm install ${packages}`,
    );
  });
});

describe("version 12", () => {
  it.each(nodes)("version 12 of the driver is accepted on Node.js %s", (node) => {
    expect(checkSqliteVersion("12.0.0", node)).toEqual([]);
  });

  it.each(abortingNodes)(
    "version 12 of the driver gives a warning that says how to fix it on Node.js %s",
    (node) => {
      const message = `The driver "better-sqlite3" 12.11.1 can abort the whole process on Node.js ${node}. Install the one for this Node.js: npm install better-sqlite3@13`;
      expect(checkSqliteVersion("12.11.1", node)).toEqual([{ code: "sqlite-driver-outdated", message }]);
    },
  );
});

it.each(["13.0.0", "13.2.0", "14.0.0"])(
  "version %s of the driver is rejected on Node.js 20, because it would crash it",
  (version) => {
    const check = () => checkSqliteVersion(version, "20.20.2");
    expect(check).toThrow(DatabaseError);
    expect(check).toThrow(/crashes on Node.js 20\.20\.2.*npm install better-sqlite3@12$/);
  },
);

describe("a binary", () => {
  it.each([
    Object.assign(new Error("The module was compiled against another Node.js.\nTry again."), {
      code: "ERR_DLOPEN_FAILED",
    }),
    new Error("Could not locate the bindings file. Tried:\n → somewhere"),
  ])("a binary of the driver that does not fit is explained in one line: %s", (error) => {
    const explained = explainBinary(error, "24.21.0");
    expect(explained).toContain(`for Node.js 24.21.0 (${error.message.split("\n")[0] ?? ""})`);
    expect(explained).toMatch(/npm install better-sqlite3@13 && npm rebuild better-sqlite3$/);
  });

  it("an error of the database is not explained as one of the driver's binary", () => {
    expect(explainBinary(new Error("unable to open database file"))).toBeUndefined();
  });
});
