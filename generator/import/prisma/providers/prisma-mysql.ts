import { lowerCased, type PrismaProvider } from "../prisma-provider.js";

/** The bytes that the types of bytes hold (dev.mysql.com/doc/refman/8.4/en/storage-requirements.html). */
const BYTES: Readonly<Record<string, number>> = { tinyblob: 255, blob: 65_535, mediumblob: 16_777_215 };

/** https://www.prisma.io/docs/orm/overview/databases/mysql */
export const mysqlProvider: PrismaProvider = {
  dialect: "mysql",
  defaultSchema: undefined,
  scalars: {
    String: "varchar(191)",
    Boolean: "tinyint(1)",
    Int: "int",
    BigInt: "bigint",
    Float: "double",
    Decimal: "decimal(65,30)",
    DateTime: "datetime(3)",
    Json: "json",
    Bytes: "longblob",
  },
  natives: {
    ...lowerCased(
      "VarChar Char TinyText Text MediumText LongText Bit TinyInt UnsignedTinyInt SmallInt",
      "UnsignedSmallInt MediumInt UnsignedMediumInt Int UnsignedInt Year BigInt UnsignedBigInt Float",
      "Double Decimal DateTime Timestamp Date Time Json Binary VarBinary TinyBlob Blob MediumBlob",
      "LongBlob",
    ),
    UnsignedTinyInt: "tinyint unsigned",
    UnsignedSmallInt: "smallint unsigned",
    UnsignedMediumInt: "mediumint unsigned",
    UnsignedInt: "int unsigned",
    UnsignedBigInt: "bigint unsigned",
  },
  column: ({ name: type, sizes: [size, scale = 0] }, scalar) => {
    if (type === "tinyint" && scalar === "Boolean") return { type: "tinyint(1)" };
    // The database uses the same name as for a boolean.
    if (type === "tinyint" && size === 1)
      return { type: "tinyint(1)", holds: { type: "int", isNeeded: true } };
    if (type === "bit") return { type: (size ?? 1) === 1 ? "bit(1)" : type, length: size ?? 1 };
    // Only for these two types, the sign affects the values of the field.
    if (type.endsWith(" unsigned") && !/^(?:int|bigint) /.test(type))
      return { type: type.replace(" unsigned", "") };
    // Prisma stores instants in UTC.
    if (/^(?:datetime|timestamp|time)$/.test(type)) return { type, fraction: size ?? 0 };
    if (type === "decimal") return { type, precision: size ?? 10, scale };
    if (type === "year") return { type, holds: { type: "year", isNeeded: false } };
    if (BYTES[type] !== undefined) return { type, length: BYTES[type] };
    return size === undefined ? { type } : { type, length: size };
  },
  enumColumn: () => ({ type: "enum" }),
  countsIntKeys: false,
};
