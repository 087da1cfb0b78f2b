import mssql from "mssql";
import type { FieldConfig } from "data-api";
import type { Cell, RawDialect } from "./raw-database.js";

/** Uses SQL Server's own conversions to text. None of it was run on SQL Server itself. */
export const rawMssql: RawDialect = {
  open: async ({
    host = "localhost",
    port,
    userName,
    password,
    name = "",
    trustServerCertificate = false,
  }) => {
    const pool = new mssql.ConnectionPool({
      server: host,
      ...(port !== undefined && { port }),
      ...(userName !== undefined && { user: userName }),
      ...(password !== undefined && { password }),
      database: name,
      options: { encrypt: true, trustServerCertificate },
      pool: { max: 1 },
    });
    await pool.connect();
    return {
      rows: async (sql) => {
        const request = pool.request();
        request.arrayRowMode = true;
        const { recordset } = await request.query(sql);
        const rows = recordset as unknown as readonly (readonly (Cell | Buffer)[])[];
        return rows.map((row) => row.map((cell) => (Buffer.isBuffer(cell) ? toHex(cell) : cell)));
      },
      close: () => pool.close(),
    };
  },
  columns: `select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name`,
  quote: (name) => `[${name.replaceAll("]", "]]")}]`,
  // learn.microsoft.com/sql/t-sql/functions/cast-and-convert-transact-sql#styles
  text: (column, { type }) => {
    switch (type) {
      case "float":
        return `convert(varchar(60), cast(${column} as float), 3)`;
      case "decimal":
        return `convert(varchar(60), ${column}, 2)`;
      case "date":
        return `convert(varchar(10), ${column}, 23)`;
      case "datetime":
        return `convert(varchar(40), ${column}, 121)`;
      case "bytes":
        return `cast(${column} as varbinary(max))`;
      case "uuid":
        return `lower(convert(varchar(36), ${column}))`;
      default:
        return `cast(${column} as nvarchar(max))`;
    }
  },
  plain: (cell) => cell,
  odd: (cell) => cell,
  compared: (column, field) => {
    if (field.type === "enum") return placeOf(column, field);
    if (field.storedAs === "image") return `cast(${column} as varbinary(max))`;
    return field.type === "text" ? `cast(${column} as nvarchar(max))` : column;
  },
  // `=` ignores trailing blanks and zeros.
  equal: (a, b, { type }) =>
    ["string", "text", "bytes"].includes(type)
      ? `(${a} = ${b} and datalength(${a}) = datalength(${b}))`
      : undefined,
  flag: (condition) => `case when ${condition} then '1' when not (${condition}) then '0' end`,
};

function toHex(bytes: Buffer): string {
  return bytes.toString("hex").toUpperCase();
}

/** An enum is stored as a text, which would not sort in the order of its values. */
function placeOf(column: string, { values = [] }: FieldConfig): string {
  const places = (values as readonly string[]).map(
    (value, index) => `when N'${value.replaceAll("'", "''")}' then ${index}`,
  );
  return `case ${column} ${places.join(" ")} end`;
}
