import mssql from "mssql";
import { describe, expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { parameterType } from "../../../runtime/database/dialects/mssql/connection/mssql-parameters.js";
import type { StoredColumn } from "../../../runtime/database/schema/stored/stored-schema.js";
import type { FieldConfig } from "../../../runtime/config/config.js";
import { field, openEntity } from "../../conformance/fields.js";

/** The name of the type in SQL Server. */
function typeOf(config: FieldConfig, value: unknown, column?: Partial<StoredColumn>): string {
  const model = resolveModel({
    database: { dialect: "mssql", name: "x" },
    entities: { thing: openEntity({ it: config }) },
  });
  const stored =
    column === undefined ? undefined : { name: "it", type: "nvarchar", isNullable: true, ...column };
  const given = parameterType(mssql, model.entities[0]?.fieldsByName.get("it"), stored, value);
  const { type, length } = (typeof given === "function" ? given() : given) as {
    readonly type: unknown;
    readonly length?: number;
  };
  const name = (type as { readonly name: string }).name;
  return length === undefined ? name : `${name}(${length === mssql.MAX ? "max" : length})`;
}

describe("a parameter for SQL Server", () => {
  it.each<readonly [FieldConfig["type"], unknown, string]>([
    ["int", 1, "Int"],
    ["bigint", 1n, "BigInt"],
    ["float", 1.5, "Float"],
    ["decimal", "1.5", "VarChar(50)"],
    ["boolean", true, "Bit"],
    ["date", "2024-02-29", "VarChar(10)"],
    ["datetime", "2024-02-29T12:00:00.000", "VarChar(30)"],
    ["time", "13:45:30.5", "VarChar(16)"],
    ["duration", "P1D", "VarChar(80)"],
    ["year", 2024, "Int"],
    ["uuid", "123e4567-e89b-42d3-a456-426614174000", "UniqueIdentifier"],
    ["json", "{}", "NVarChar(max)"],
    ["string", "a", "NVarChar(255)"],
    ["text", "a", "NVarChar(max)"],
    ["secret", "a", "NVarChar(1024)"],
    ["bytes", Buffer.from("a"), "VarBinary(max)"],
  ])(
    "a parameter for SQL Server has the type of the column for a field of type %s",
    (type, value, expected) => {
      expect(typeOf(field(type), value)).toBe(expected);
    },
  );

  it("a parameter for SQL Server keeps the offset of a date and time that has one", () => {
    const zoned = field("datetime", { zone: "offset", precision: 7 });
    expect(typeOf(zoned, "2024-02-29T12:00:00.1234567+02:00")).toBe("VarChar(40)");
  });

  it("a parameter for SQL Server has the same type for any length of the value, so that a statement has one plan", () => {
    const short = field("string", { maxLength: 40 });
    expect(["", "a", "a".repeat(40), null].map((value) => typeOf(short, value))).toEqual(
      Array.from({ length: 4 }, () => "NVarChar(40)"),
    );
  });

  it("a parameter for SQL Server is never truncated: a value longer than the column is searched unchanged", () => {
    expect(typeOf(field("string", { maxLength: 40 }), "a".repeat(41))).toBe("NVarChar(max)");
  });

  it("a parameter of bytes for SQL Server is as long as the column, or unlimited if the value is longer", () => {
    const hash = field("bytes", { maxLength: 16 });
    expect([4, 16, 17].map((length) => typeOf(hash, Buffer.alloc(length)))).toEqual([
      "VarBinary(16)",
      "VarBinary(16)",
      "VarBinary(max)",
    ]);
    expect(typeOf(hash, Buffer.alloc(4), { type: "varbinary", length: 8 })).toBe("VarBinary(8)");
    expect(typeOf(field("bytes", { maxLength: 8_001 }), Buffer.alloc(4))).toBe("VarBinary(max)");
  });

  it("a parameter for SQL Server has the actual type of the column, so that its index can be used", () => {
    expect(typeOf(field("string"), "abc", { type: "varchar", length: 20 })).toBe("VarChar(20)");
    expect(typeOf(field("string"), "abc", { type: "char", length: 5 })).toBe("VarChar(5)");
    expect(typeOf(field("string"), "abc", { type: "nvarchar", length: 20 })).toBe("NVarChar(20)");
  });

  it("a parameter for SQL Server is Unicode if the column's code page may lack its characters", () => {
    expect(typeOf(field("string"), "日本", { type: "varchar", length: 20 })).toBe("NVarChar(20)");
  });

  it("a parameter for SQL Server is an integer of 64 bits for a number of rows", () => {
    expect(parameterType(mssql, undefined, undefined, 5)).toBe(mssql.BigInt);
  });
});
