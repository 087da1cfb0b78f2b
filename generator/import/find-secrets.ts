import { sql } from "kysely";
import type { Dialect } from "../../runtime/database/dialect.js";
import { fieldOfColumn } from "../../runtime/database/schema/stored/field-of-column.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import { tableName } from "../../runtime/database/sql/table-name.js";
import { isSecretName } from "./secret-names.js";

/** How many rows of a table are compared. */
const MAX_ROWS = 1000;

/**
 * Hashes of passwords as libraries, databases and servers write them, tokens that log in (JWT) and private keys, as
 * patterns of `like`.
 */
const forms: readonly string[] = [
  // crypt(5): bcrypt, MD5, SHA-2, scrypt, yescrypt, GOST, Apache; phpass and Drupal
  ...["$2_$__$%", "$1$%$%", "$5$%$%", "$6$%$%", "$7$%$%", "$y$%$%", "$gy$%$%", "$apr1$%$%", "$sha1$%$%"],
  ...["$P$________%", "$H$________%", "$S$________%"],
  // PHC strings, and the forms of passlib, Django, Werkzeug and data-api
  ...["$argon2%$%", "$scrypt$%", "$pbkdf2%$%", "argon2$%$%", "bcrypt%$%$%", "pbkdf2_%$%$%"],
  ...["pbkdf2:%$%", "scrypt$%$%", "scrypt:%$%", "sha1$%$%", "md5$%$%"],
  // LDAP and Spring: {SSHA}, {SHA512}, {bcrypt}
  ...["{SSHA%}%", "{SHA%}%", "{SMD5}%", "{MD5}%", "{CRYPT}%", "{PBKDF2%}%", "{bcrypt}%", "{scrypt%}%"],
  ...["{argon2%}%", "{noop}%"],
  // PostgreSQL, MySQL (a star and 40 digits), ASP.NET Identity (84 characters of base64)
  ...["SCRAM-SHA-256$%", `*${"_".repeat(40)}`, `AQAAAA${"_".repeat(78)}`],
  ...["eyJ%.eyJ%.%", "-----BEGIN%PRIVATE KEY-----%"],
];

/** Marks the columns of texts in which a row has the form of a secret. */
export async function findSecrets(
  db: AnyKysely,
  tables: readonly StoredTable[],
  dialect: Dialect,
): Promise<readonly StoredTable[]> {
  const looked: StoredTable[] = [];
  for (const table of tables) {
    const texts = table.columns.filter((column) => mustBeRead(column, dialect));
    // A column that cannot be read or compared must not affect the others.
    const secrets =
      (await secretsOf(db, table, texts, dialect)) ??
      (await Promise.all(texts.map((column) => secretsOf(db, table, [column], dialect)))).flatMap(
        (found) => found ?? [],
      );
    const columns = table.columns.map((column) =>
      secrets.includes(column) ? { ...column, holdsSecrets: true } : column,
    );
    looked.push({ ...table, columns });
  }
  return looked;
}

/** Whether the values of a column tell more than its name. */
function mustBeRead(column: StoredColumn, dialect: Dialect): boolean {
  const { type, values } = fieldOfColumn(column, dialect, undefined);
  return (type === "string" || type === "text") && values === undefined && !isSecretName(column.name, type);
}

/** The columns in which a row has a form of secrets. `undefined` if they cannot be compared. */
async function secretsOf(
  db: AnyKysely,
  table: StoredTable,
  columns: readonly StoredColumn[],
  dialect: Dialect,
): Promise<readonly StoredColumn[] | undefined> {
  if (columns.length === 0) return [];
  const place = tableName({ schema: table.schema, table: table.name });
  const names = columns.map(({ name }, index) => sql`${sql.id(name)} as ${sql.id(`c${index}`)}`);
  const counts = columns.map((_, index) => {
    const isOne = forms.map((form) => sql`${sql.id(`c${index}`)} like ${sql.lit(form)}`);
    return sql`max(case when ${sql.join(isOne, sql` or `)} then 1 else 0 end) as ${sql.id(`s${index}`)}`;
  });
  // SQL Server allows a limit only with an order.
  const some = sql`order by (select null) ${dialect.limited(sql.lit(MAX_ROWS), sql.lit(0))}`;
  const statement = sql<Readonly<Record<string, unknown>>>`
    select ${sql.join(counts)} from (select ${sql.join(names)} from ${place} ${some}) as looked`;
  const row = await statement.execute(db).then(
    (result) => result.rows[0],
    () => undefined,
  );
  return row && columns.filter((_, index) => Number(row[`s${index}`]) === 1);
}
