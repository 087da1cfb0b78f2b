import type { PrismaProvider } from "../prisma-provider.js";

/** https://www.prisma.io/docs/orm/overview/databases/sqlite */
export const sqliteProvider: PrismaProvider = {
  dialect: "sqlite",
  defaultSchema: undefined,
  scalars: {
    String: "text",
    Boolean: "boolean",
    Int: "integer",
    BigInt: "bigint",
    Float: "real",
    Decimal: "decimal",
    DateTime: "datetime",
    Json: "jsonb",
    Bytes: "blob",
  },
  natives: {},
  column: ({ name: type }, scalar) => ({
    type,
    ...(scalar === "Int" && { holds: { type: "int", isNeeded: false } as const }),
    // Milliseconds up to Prisma 6, texts since then, and a default of the database has another text form.
    ...(scalar === "DateTime" && { holds: { type: "datetime", storedAs: "any", isNeeded: true } as const }),
  }),
  enumColumn: () => ({ type: "text" }),
  // It is the number of the row (sqlite.org/lang_createtable.html#rowid).
  countsIntKeys: true,
};
