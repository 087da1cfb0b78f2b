import type { DialectName } from "./database-settings.js";
import type { FieldTypeName } from "./field-type.js";

/** The `storedAs` of bytes that all have the length `maxLength`. */
export const FIXED_BYTES = "binary";

type NativeTypes = Readonly<Partial<Record<FieldTypeName, readonly string[]>>>;

/**
 * The column types that `storedAs` may name, for each dialect: those of a database that hold a field's values
 * in another way than its usual one.
 */
export const nativeTypes: Readonly<Record<DialectName, NativeTypes>> = {
  sqlite: { bytes: [FIXED_BYTES] },
  postgres: { bytes: [FIXED_BYTES] },
  mysql: { bytes: [FIXED_BYTES] },
  mssql: { bytes: [FIXED_BYTES, "image"] },
};
