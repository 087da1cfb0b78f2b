import { sql } from "kysely";
import type { Dialect } from "../../runtime/database/dialect.js";
import { fieldOfColumn } from "../../runtime/database/schema/stored/field-of-column.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import type { AnyKysely, Sql } from "../../runtime/database/sql/sql.js";
import { markColumns } from "./mark-columns.js";
import { isSecretName } from "./secret-names.js";

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
export function findSecrets(
  db: AnyKysely,
  tables: readonly StoredTable[],
  dialect: Dialect,
): Promise<readonly StoredTable[]> {
  const question = {
    columnsOf: ({ columns }: StoredTable) => columns.filter((column) => mustBeRead(column, dialect)),
    mark: { holdsSecrets: true },
    maxRows: 1000,
    ask: (column: Sql) => {
      const isOne = forms.map((form) => sql`${column} like ${sql.lit(form)}`);
      return sql`max(case when ${sql.join(isOne, sql` or `)} then 1 else 0 end)`;
    },
    isYes: (most: number) => most === 1,
  };
  return markColumns(db, tables, question, dialect);
}

/** Whether the values of a column tell more than its name. */
function mustBeRead(column: StoredColumn, dialect: Dialect): boolean {
  const { type, values } = fieldOfColumn(column, dialect, undefined);
  return (type === "string" || type === "text") && values === undefined && !isSecretName(column.name, type);
}
