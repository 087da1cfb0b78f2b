import mssql from "mssql";
import { expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { readWarnings } from "../../../runtime/database/dialects/mssql/connection/mssql-connection.js";
import { mssqlSettings } from "../../../runtime/database/dialects/mssql/connection/mssql-settings.js";
import type { Config } from "data-api";

function settingsOf(database: Partial<Config["database"]>, isReadIntent?: boolean) {
  const model = resolveModel({
    database: { dialect: "mssql", ...database },
    entities: {},
  });
  return mssqlSettings(mssql, model.database, isReadIntent);
}

function optionsOf(...given: Parameters<typeof settingsOf>) {
  return settingsOf(...given).options;
}

const pairs = "Server=s;Database=d;User Id=u;Password=p";

it.each([
  [{ name: "d" }, undefined, false],
  [{ name: "d" }, true, true],
  [{ connectionString: pairs }, undefined, false],
  [{ connectionString: `${pairs};ApplicationIntent=ReadWrite` }, undefined, false],
  [{ connectionString: `${pairs};ApplicationIntent=ReadOnly` }, undefined, true],
  [{ connectionString: pairs }, true, true],
] as const)(
  "for SQL Server, the intent of %j, opened as a replica: %s, is read-only: %s",
  (database, isReplica, expected) => {
    expect(optionsOf(database, isReplica)?.readOnlyIntent).toBe(expected);
  },
);

it.each([
  [{ name: "d" }, true],
  [{ name: "d", encrypt: false }, false],
  [{ name: "d", encrypt: "strict" }, "strict"],
  [{ connectionString: "mssql://u:p@s/d?encrypt=strict" }, "strict"],
  [{ connectionString: `${pairs};Encrypt=Strict` }, "strict"],
  [{ connectionString: `${pairs};encrypt = strict;Trusted_Connection=false` }, "strict"],
  [{ connectionString: `${pairs};Encrypt=true` }, true],
] as const)("for SQL Server, the encryption of %j is %s", (database, expected) => {
  expect(optionsOf(database)?.encrypt).toBe(expected);
});

const identity = { type: "azure-active-directory-default", options: {} };
const principal = { clientId: "app", clientSecret: "p", tenantId: "tenant" };
const ofPrincipal = { type: "azure-active-directory-service-principal-secret", options: principal };
const ofClient = { ...identity, options: { clientId: "c" } };

it.each([
  ["Active Directory Default", identity],
  ["ActiveDirectoryDefault;User Id=c", ofClient],
  ["Active Directory Managed Identity; User Id=c", ofClient],
  ["active directory msi", identity],
  ['"Active Directory Workload Identity"', identity],
  ["Active Directory Service Principal; User Id=app@tenant; Password=p;", ofPrincipal],
  ["ActiveDirectoryServicePrincipal;User Id=app;Tenant Id=tenant;Password=p", ofPrincipal],
  // These are the driver's.
  ["Active Directory Password;User Id=u;Password=p;Client Id=c", undefined],
  ["Active Directory Integrated", undefined],
  ["SqlPassword;User Id=u;Password=p", undefined],
] as const)(
  "for SQL Server, a connection string with Authentication=%s logs in with the identity %j",
  (login, expected) => {
    const { authentication } = settingsOf({
      connectionString: `Server=s;Database=d;Authentication=${login}`,
    });
    expect(authentication).toEqual(expected);
  },
);

it.each([
  ["Authentication=ActiveDirectoryIntegrated", "azure-active-directory-default"],
  [
    "Authentication='ActiveDirectoryPassword';User Id=u;Password=p;Client Id=c",
    "azure-active-directory-password",
  ],
  ["Authentication=SqlPassword;User Id=u;Password=p", "default"],
] as const)("for SQL Server, the driver reads %s as %s", (login, expected) => {
  const settings = settingsOf({ connectionString: `Server=s;Database=d;${login}` });
  expect(settings).toMatchObject({ authentication_type: expected });
});

it.each([
  ["Authentication=Active Directory Interactive;User Id=u", "does not have this"],
  ["Authentication=ActiveDirectoryDeviceCodeFlow", "does not have this"],
  ["Authentication=Active Directory Service Principal;User Id=app;Password=p", "User Id=application@tenant"],
  ["Authentication=Active Directory Service Principal;User Id=app@tenant", "User Id=application@tenant"],
  ["Authentication=Active Directory Password;User Id=u;Password=p", "needs a Client Id"],
  ["Integrated Security=SSPI", "Windows user"],
  ["Trusted_Connection=yes", "Windows user"],
])(
  "for SQL Server, a connection string with %s is rejected, because no log-in of the driver does that",
  (login, reason) => {
    expect(() => settingsOf({ connectionString: `Server=s;Database=d;${login}` })).toThrow(reason);
  },
);

it("only SQL Server has strict encryption", () => {
  expect(() =>
    resolveModel({ database: { dialect: "postgres", name: "d", encrypt: "strict" }, entities: {} }),
  ).toThrow('found "strict", which is for the dialect "mssql" only');
});

// What `sys.databases.is_read_committed_snapshot_on` gives.
it.each([
  [true, []],
  [1, []],
  [null, []],
  [false, ["reads-wait"]],
  [0, ["reads-wait"]],
])("the operator is warned if reads of SQL Server wait for writes: %s", (isSnapshot, codes) => {
  expect(readWarnings(isSnapshot).map(({ code }) => code)).toEqual(codes);
});
