import { readFileSync } from "node:fs";
import { defineConfig, type Config } from "data-api";

const {
  DB_DIALECT = "postgres",
  DB_HOST = "localhost",
  DB_NAME = "blog",
  DB_USER = "blog_api",
} = process.env;
const { DB_ENCRYPT = "true", DB_POOL = "10", TRUST_PROXY = "0" } = process.env;

/** Reads a secret from the file named by `NAME_FILE`, so that it is not in an environment that others can read. */
function secret(name: string): string {
  const file = process.env[`${name}_FILE`];
  if (file === undefined) throw new Error(`Set ${name}_FILE to the path of a file.`);
  return readFileSync(file, "utf8").trim();
}

const dialect = DB_DIALECT as Config["database"]["dialect"];

export default defineConfig({
  database:
    dialect === "sqlite"
      ? { dialect, name: DB_NAME, schema: "migrations" }
      : {
          dialect,
          host: DB_HOST,
          name: DB_NAME,
          userName: DB_USER,
          password: secret("DB_PASSWORD"),
          encrypt: DB_ENCRYPT === "true",
          schema: "migrations",
          pool: { max: Number(DB_POOL) },
        },
  auth: { secretKey: secret("SECRET_KEY") },
  entities: {
    user: { fields: {}, permissions: { read: ["owner"] } },
    blogpost: {
      fields: {
        title: { type: "string", isEditable: true, isRequired: true },
        content: { type: "richtext", isEditable: true, isRequired: true },
      },
      permissions: { read: ["guest"], create: ["member"], update: ["owner"], delete: ["owner"] },
    },
  },
  // Two streams with "handling=strict" fit into /tmp.
  server: { trustProxy: Number(TRUST_PROXY), maxStreamBytes: 60_000_000 },
});
