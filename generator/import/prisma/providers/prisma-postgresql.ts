import { ANY_DIGITS } from "../../../../runtime/model/values/decimal.js";
import { lowerCased, type PrismaProvider } from "../prisma-provider.js";

/** The sizes of `money` (postgresql.org/docs/current/datatype-money.html). */
const MONEY = { precision: 19, scale: 2 };

/** https://www.prisma.io/docs/orm/overview/databases/postgresql */
export const postgresqlProvider: PrismaProvider = {
  dialect: "postgres",
  defaultSchema: "public",
  scalars: {
    String: "text",
    Boolean: "bool",
    Int: "int4",
    BigInt: "int8",
    Float: "float8",
    Decimal: "numeric(65,30)",
    DateTime: "timestamp(3)",
    Json: "jsonb",
    Bytes: "bytea",
  },
  natives: {
    ...lowerCased(
      "Text VarChar Char Citext Uuid Xml Inet Bit VarBit Boolean Integer Int SmallInt Oid BigInt",
      "DoublePrecision Real Decimal Money Timestamp Timestamptz Date Time Timetz Json JsonB ByteA",
    ),
    Char: "bpchar",
    Boolean: "bool",
    Integer: "int4",
    Int: "int4",
    SmallInt: "int2",
    BigInt: "int8",
    DoublePrecision: "float8",
    Real: "float4",
    Decimal: "numeric",
  },
  column: ({ name: type, sizes: [size, scale = 0] }) => {
    // Prisma stores instants in UTC, whether the column has a time zone or not.
    if (type.startsWith("timestamp")) return { type, fraction: size ?? 6 };
    if (type.startsWith("time"))
      return { type, fraction: size ?? 6, ...(type === "timetz" && { zone: "offset" as const }) };
    if (type === "numeric")
      return { type, ...(size === undefined ? ANY_DIGITS : { precision: size, scale }) };
    if (type === "money") return { type, ...MONEY };
    if (type === "bpchar" || type === "bit") return { type, length: size ?? 1 };
    return size === undefined ? { type } : { type, length: size };
  },
  enumColumn: (name) => ({ type: "enum", valuesIn: { schema: undefined, name } }),
  countsIntKeys: false,
};
