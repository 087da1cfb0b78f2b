import { describe, expect, it } from "vitest";
import { mssqlReplication } from "../../../runtime/database/dialects/mssql/connection/mssql-replication.js";
import { mysqlReplication } from "../../../runtime/database/dialects/mysql/connection/mysql-replication.js";
import { postgresReplication } from "../../../runtime/database/dialects/postgres/connection/postgres-replication.js";
import type { Connection, ResultSet, Row } from "../../../runtime/database/wire/connection.js";
import type { Replication } from "../../../runtime/database/wire/replication.js";
import { expectLinear } from "../../linear-time.js";

const U = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
const V = "4d22fa47-71ca-11e1-9e33-c80aa9429563";

/** The position of a server, a needed position, and whether the first includes the second. */
const positions: Readonly<
  Record<string, readonly [Replication, readonly (readonly [string, string, boolean])[]]>
> = {
  "of PostgreSQL are locations in its log": [
    postgresReplication,
    [
      ["0/3000148", "0/3000148", true],
      ["0/3000149", "0/3000148", true],
      ["0/3000147", "0/3000148", false],
      ["1/0", "0/FFFFFFFF", true],
      ["9/0", "A/0", false],
      // A location just behind the header of a page equals the beginning of the page.
      ["0/3000000", "0/3000018", true],
      ["0/3000000", "0/3000028", true],
      ["0/3000000", "0/3000019", false],
      ["0/2FFFFFF", "0/3000018", false],
      ["", "0/1", false],
      ["0/1", "", false],
      ["0/1", "0-1-1", false],
      ["0/1", "primary", false],
    ],
  ],
  "of MariaDB are the last transaction of each domain": [
    mysqlReplication,
    [
      ["0-1-100", "0-1-100", true],
      ["0-1-99", "0-1-100", false],
      ["0-2-101", "0-1-100", true],
      ["0-1-5;1-1-7", "1-1-7", true],
      ["0-1-5", "0-1-5;1-1-7", false],
      ["0-1-5", "0-1-", false],
      ["", "0-1-5", false],
      ["0-1-5", "0/5", false],
    ],
  ],
  "of MySQL are sets of transactions": [
    mysqlReplication,
    [
      [`${U}:1-10`, `${U}:1-10`, true],
      [`${U}:1-10`, `${U}:3`, true],
      [`${U}:1-10`, `${U}:1-11`, false],
      [`${U}:1-4:6-10`, `${U}:1-5`, false],
      [`${U}:1-4:6-10`, `${U}:2-3:7`, true],
      [`${U}:1-10`, `${U}:1-2;${V}:1`, false],
      [`${U}:1-10;${V}:1-3`, `${V}:1;${U}:9`, true],
      [`${U}:1-10:tag:1-3`, `${U}:tag:2`, true],
      [`${U}:1-10`, `${U}:tag:2`, false],
      [`${U}:1-10`, U, false],
      [`${U}:1-10`, "0-1-5", false],
    ],
  ],
  "of SQL Server are numbers": [
    mssqlReplication,
    [
      ["38000000044000001", "38000000044000001", true],
      ["9", "10", false],
      ["10", "9", true],
      ["", "9", false],
      ["9", "9; drop", false],
    ],
  ],
};

describe.each(Object.entries(positions))("positions %s", (_, [{ reaches }, cases]) => {
  it.each(cases)("the position %s includes the position %s: %s", (position, needed, expected) => {
    expect(reaches(position, needed)).toBe(expected);
  });
});

it("a replica with more transactions than its primary is ahead of it, except by MySQL's sets of transactions", () => {
  expect(postgresReplication.isAhead("0/20", "0/10")).toBe(true);
  expect(postgresReplication.isAhead("0/10", "0/10")).toBe(false);
  expect(mysqlReplication.isAhead("0-1-20", "0-1-10")).toBe(true);
  expect(mysqlReplication.isAhead("0-1-10", "0-1-10")).toBe(false);
  expect(mysqlReplication.isAhead(`${U}:1-20`, `${U}:1-10`)).toBe(false);
  expect(mssqlReplication.isAhead("20", "10")).toBe(true);
});

it("positions of MySQL with thousands of intervals from a client are compared in linear time", () => {
  expectLinear(400_000, (size) => {
    mysqlReplication.reaches(`${U}:1-10`, `${U}${":1".repeat(size / 8)}`);
  });
});

/** A server that gives these answers, in this order. */
function answering(rows: readonly (readonly Row[])[], status?: ResultSet): Connection {
  const left = [...rows];
  return {
    rows: () => left.shift() ?? [],
    transaction: (work: (transaction: object) => unknown) =>
      work({ results: () => Promise.resolve([status]) }),
  } as unknown as Connection;
}

/** Answers as the manuals describe them: no such servers were available. */
describe("the role of a server is read from the documented answers of", () => {
  const executed = `${U}:1-5,\n${V}:1-2`;
  const mysqlStatus = {
    columns: ["Replica_IO_State", "Source_Server_Id", "Source_UUID"],
    rows: [["Waiting for source to send event", 1, U]],
  };

  it("the role of a server of MySQL is read from the documented answers of a primary and a replica", async () => {
    const none = { columns: [], rows: [] };
    expect(await mysqlReplication.look(answering([[["shop", 0, U, executed, executed]]], none))).toEqual({
      identity: `${U}/shop`,
      follows: undefined,
      isReadOnly: false,
      position: `${U}:1-5;${V}:1-2`,
    });
    expect(
      await mysqlReplication.look(answering([[["shop", 1, V, executed, executed]]], mysqlStatus)),
    ).toEqual({
      identity: `${V}/shop`,
      follows: `${U}/shop`,
      isReadOnly: true,
      position: `${U}:1-5;${V}:1-2`,
    });
    const demoted = answering([[["shop", 1, V, executed, executed]]]);
    await expect(mysqlReplication.written(demoted)).rejects.toThrow("takes no writes");
    const without = answering([[["shop", 0, U, "", ""]]], none);
    await expect(mysqlReplication.look(without)).rejects.toThrow("gtid_mode");
  });

  it("the role of a server is read from the documented answers of SQL Server and Azure SQL", async () => {
    const group = "6F9619FF-8B86-D011-B42D-00C04FC964FF";
    for (const edition of [3, 5]) {
      expect(
        await mssqlReplication.look(answering([[[edition]], [[group, 1, "38000000044000001"]]])),
      ).toEqual({
        identity: group,
        follows: undefined,
        isReadOnly: false,
        position: "38000000044000001",
      });
      expect(
        await mssqlReplication.look(answering([[[edition]], [[group, 0, "38000000044000001"]]])),
      ).toEqual({
        identity: group,
        follows: group,
        isReadOnly: true,
        position: "38000000044000001",
      });
    }
    const demoted = answering([[[3]], [[group, 0, "38000000044000001"]]]);
    await expect(mssqlReplication.written(demoted)).rejects.toThrow("takes no writes");
    await expect(mssqlReplication.look(answering([[[3]], []]))).rejects.toThrow("availability group");
  });
});
