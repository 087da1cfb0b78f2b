import type Mssql from "mssql";
import { DatabaseError } from "../../../wire/database-error.js";

/** The words of the driver for log-ins that it reads. Microsoft's other drivers also write them without blanks. */
const readByDriver: Readonly<Record<string, string>> = {
  activedirectoryintegrated: "Active Directory Integrated",
  activedirectorypassword: "Active Directory Password",
  ntlm: "NTLM",
};

/** Log-ins with a user and a password of SQL Server. */
const withPassword = ["sqlpassword", "notspecified"];
/** Log-ins without a password, with the identity of the machine. */
const withIdentity = ["default", "managedidentity", "msi", "workloadidentity"].map(
  (word) => `activedirectory${word}`,
);

/**
 * The value of a name in `Server=…;Database=…`. Quotes may be around it.
 * @param name A pattern.
 */
export function valueIn(text: string, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^;]*?))\\s*(?:;|$)`, "i");
  const [, double, single, bare] = pattern.exec(text) ?? [];
  return double ?? single ?? bare;
}

/**
 * The log-in that the driver would take for one with a user and password of SQL Server.
 * @param user That of the connection string.
 * @returns `undefined` if it is one.
 * @throws {DatabaseError} for a log-in that the driver does not have.
 */
export function loginIn(text: string, { user, password }: Mssql.config): Mssql.config["authentication"] {
  const word = valueIn(text, "authentication")?.replace(/\s/g, "").toLowerCase();
  if (word === undefined || withPassword.includes(word)) {
    const isIntegrated = /^(?:true|yes|sspi)$/i.test(
      valueIn(text, "(?:integrated security|trusted_connection)") ?? "",
    );
    if (isIntegrated && user === undefined)
      throw unsupported(
        "The driver cannot log in as the Windows user of the process: give User Id=domain\\user and Password.",
      );
    return undefined;
  }
  // In Microsoft's drivers, `User Id` says which of several identities.
  if (withIdentity.includes(word))
    return {
      type: "azure-active-directory-default",
      options: { ...(user !== undefined && { clientId: user }) },
    };
  if (word === "activedirectoryserviceprincipal") return servicePrincipal(text, user, password);
  const known = readByDriver[word];
  if (known === undefined)
    throw unsupported(
      'The driver does not have this "Authentication". Use Active Directory Default, Managed Identity, Workload Identity or Service Principal, or a user and a password.',
    );
  if (word === "activedirectorypassword" && valueIn(text, "client id") === undefined)
    throw unsupported("Authentication=Active Directory Password needs a Client Id.");
  return undefined;
}

/** The connection string with the log-in as the driver writes it. */
export function withDriverWords(text: string): string {
  return text.replace(
    /((?:^|;)\s*authentication\s*=\s*)(["']?)([^;"']+)\2/i,
    (all, name: string, quote: string, value: string) => {
      const known = readByDriver[value.replace(/\s/g, "").toLowerCase()];
      return known === undefined ? all : `${name}${quote}${known}${quote}`;
    },
  );
}

/** Other drivers ask the server for the tenant, this one has to know it: `application@tenant`, as go-mssqldb takes it. */
function servicePrincipal(
  text: string,
  user = "",
  clientSecret: string | undefined,
): Mssql.config["authentication"] {
  const [clientId = "", tenantId = valueIn(text, "tenant id")] = user.split("@");
  if (clientId === "" || clientSecret === undefined || tenantId === undefined)
    throw unsupported(
      "Authentication=Active Directory Service Principal needs User Id=application@tenant, or the tenant as Tenant Id, and the secret as Password.",
    );
  const options = { clientId, clientSecret, tenantId };
  return { type: "azure-active-directory-service-principal-secret", options };
}

function unsupported(message: string): DatabaseError {
  return new DatabaseError("connection", `The connection string cannot be used. ${message}`);
}
