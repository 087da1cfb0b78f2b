import { lowerCased, type PrismaProvider } from "../prisma-provider.js";

/** The digits of a second (learn.microsoft.com/sql/t-sql/data-types/date-and-time-types). */
const FRACTIONS: Readonly<Record<string, number>> = {
  datetime: 3,
  smalldatetime: 0,
  datetime2: 7,
  datetimeoffset: 7,
  time: 7,
};

/** The sizes of the types of money, and of a decimal without one. */
const DIGITS: Readonly<Record<string, { readonly precision: number; readonly scale: number }>> = {
  money: { precision: 19, scale: 4 },
  smallmoney: { precision: 10, scale: 4 },
  decimal: { precision: 18, scale: 0 },
};

/** https://www.prisma.io/docs/orm/overview/databases/sql-server */
export const sqlserverProvider: PrismaProvider = {
  dialect: "mssql",
  defaultSchema: "dbo",
  scalars: {
    String: "nvarchar(1000)",
    Boolean: "bit",
    Int: "int",
    BigInt: "bigint",
    Float: "float",
    Decimal: "decimal(32,16)",
    DateTime: "datetime2",
    Json: "nvarchar(max)",
    Bytes: "varbinary(max)",
  },
  natives: lowerCased(
    "Char NChar VarChar NVarChar Text NText Xml UniqueIdentifier Bit TinyInt SmallInt Int BigInt",
    "Float Real Money SmallMoney Decimal Date Time DateTime DateTime2 SmallDateTime DateTimeOffset",
    "Binary VarBinary Image",
  ),
  column: ({ name: type, sizes: [size, scale = 0] }) => {
    const fraction = FRACTIONS[type];
    // Prisma stores instants in UTC.
    if (fraction !== undefined)
      return {
        type,
        fraction: size ?? fraction,
        ...(type === "datetimeoffset" && { zone: "offset" as const }),
      };
    if (type === "decimal" && size !== undefined) return { type, precision: size, scale };
    if (DIGITS[type] !== undefined) return { type, ...DIGITS[type] };
    // `float(53)` has digits, and no length.
    return size === undefined || type === "float" ? { type } : { type, length: size };
  },
  enumColumn: () => ({ type: "nvarchar", length: 1000 }),
  countsIntKeys: false,
};
