import { dialectFacts } from "../../../../model/settings/dialect-facts.js";
import { parseServerUrl, type DatabaseAddress } from "../../../wire/database-address.js";

/** `postgres://user:password@host:5432/database?sslmode=require`. */
export function parsePostgresUrl(url: string): DatabaseAddress | undefined {
  return parseServerUrl(url, dialectFacts.postgres.urlSchemes, {
    sslmode: {
      disable: { encrypt: false },
      require: { encrypt: true, trustServerCertificate: true },
      "verify-ca": { encrypt: true },
      "verify-full": { encrypt: true },
    },
  });
}
