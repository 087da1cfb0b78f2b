import { createConnection } from "mysql2/promise";
import type { Cell, RawDialect } from "./raw-database.js";

/** Reads the text protocol of MySQL and MariaDB; the driver converts nothing. */
export const rawMysql: RawDialect = {
  open: async ({ host = "", port = 3306, userName = "", password = "", name = "" }) => {
    const connection = await createConnection({
      host,
      port,
      user: userName,
      password,
      database: name,
      charset: "utf8mb4",
      rowsAsArray: true,
      typeCast: (field) => field.string(),
    });
    await connection.query("set time_zone = '+00:00'");
    return {
      rows: async (sql) => (await connection.query(sql))[0] as unknown as readonly (readonly Cell[])[],
      close: () => connection.end(),
    };
  },
  columns: "select table_name, column_name from information_schema.columns where table_schema = database()",
  quote: (name) => `\`${name.replaceAll("`", "``")}\``,
  text: (column, { type, storedAs = "" }) => {
    const [, size] = /^bit\((\d+)\)$/.exec(storedAs) ?? [];
    if (type === "bytes") return `hex(${column})`;
    if (size !== undefined) return `lpad(bin(${column} + 0), ${size}, '0')`;
    // Without it, the column is no geometry, such as a `char(0)`.
    if (type === "other" && storedAs !== "") return `st_astext(${column})`;
    // A float would be printed with six digits.
    if (type === "float") return `cast(${column} as double)`;
    // The driver rejects results with this column name.
    return column.includes("__proto__") ? `coalesce(${column})` : column;
  },
  plain: (cell) => cell,
  // The product uses the binary protocol, in which times have no trailing zeros.
  odd: (cell, { type }) => (type === "time" ? cell.replace(/(\.\d*?)0+$/, "$1") : cell).replace(/\.0*$/, ""),
  // An enum sorts by the position of its value.
  compared: (column, { type }) => (type === "enum" ? `${column} + 0` : column),
  flag: (condition) => condition,
};
