import { dialectFacts } from "../../../../model/settings/dialect-facts.js";
import { parseServerUrl, type DatabaseAddress } from "../../../wire/database-address.js";

/** `mysql://user:password@host:3306/database?ssl-mode=required`. */
export function parseMysqlUrl(url: string): DatabaseAddress | undefined {
  return parseServerUrl(url, dialectFacts.mysql.urlSchemes, {
    "ssl-mode": {
      disabled: { encrypt: false },
      required: { encrypt: true, trustServerCertificate: true },
      verify_ca: { encrypt: true },
      verify_identity: { encrypt: true },
    },
  });
}
