import { DEFAULT_HOST } from "../../model/settings/database-settings.js";
import type { DatabaseSettings } from "../../model/model.js";
import { quoteAll } from "../../model/names.js";

export const POOLER_REMEDY = `A pooler that shares the server's connections between transactions needs "database.pooler": "transaction", or must give each client a connection of its own.`;

/** The reasons why a connection fails, each with a sentence that says what to change. */
const sentences = {
  login: ({ check }) => `The server refused the user name or password: ${check("userName", "password")}.`,
  notAllowed: ({ check }) =>
    `The server does not accept this user from this address: ${check("userName", "name", "encrypt")}, and the server's access rules.`,
  noDatabase: ({ name, check }) => `There is no database ${name}: create it or ${check("name")}.`,
  nobodyListens: ({ place, check }) =>
    `Nothing listens at ${place}: ${check("host", "port")}, and that the server runs.`,
  unknownHost: ({ host, check }) => `The ${host} cannot be found: ${check("host")}.`,
  unreachable: ({ place, check }) =>
    `There is no route to ${place}: ${check("host", "port")}, and the firewalls between.`,
  noAnswer: ({ place, check, settings }) =>
    `There was no answer from ${place} within ${settings.connectTimeout} ms: ${check("host", "port")}, and the firewalls between, or raise "connectTimeout".`,
  cut: ({ place, check }) =>
    `The connection to ${place} was closed before it was established: ${check("host", "port")}, and that this is the database server.`,
  full: () => `The server accepts no more connections: raise its limit, or lower "pool.max".`,
  notReady: () => `The server is starting or stopping: try again in a moment.`,
  closed: ({ name }) =>
    `The database ${name} does not allow connections: allow them, or connect to another database.`,
  noTls: () =>
    `The server accepts no encrypted connections: switch encryption on there, or set "encrypt" to false.`,
  onlyTls: () => `The server accepts only encrypted connections: set "encrypt" to true.`,
  untrusted: () =>
    `The server's certificate is not signed by a trusted authority: set "certificateAuthority" to the certificate of the authority, in PEM, or "trustServerCertificate" to true for a server of your own.`,
  otherName: ({ check }) =>
    `The server's certificate is for another host: ${check("host")}, which must be a name in the certificate.`,
  outdated: () => `The server's certificate has expired or is not valid yet: renew it on the server.`,
  pooler: () => POOLER_REMEDY,
  badString: () => `The driver cannot parse "connectionString".`,
} satisfies Record<string, (words: Words) => string>;

export type ConnectReason = keyof typeof sentences;

interface Words {
  readonly settings: DatabaseSettings;
  readonly name: string;
  readonly host: string;
  readonly place: string;
  /** `check "host" and "port"`, or `check "connectionString"` if that contains them. */
  readonly check: (...options: readonly (keyof DatabaseSettings)[]) => string;
}

export function connectSentence(reason: ConnectReason, settings: DatabaseSettings): string {
  return sentences[reason](
    settings.connectionString === undefined ? wordsOfOptions(settings) : wordsOfString(settings),
  );
}

function wordsOfOptions(settings: DatabaseSettings): Words {
  const { name, host = DEFAULT_HOST, port } = settings;
  return {
    settings,
    name: `"${name}"`,
    host: `host "${host}"`,
    place: port === undefined ? host : `${host}:${port}`,
    check: (...options) => `check ${quoteAll(options, " and ")}`,
  };
}

/** A connection string is never shown, because it may contain a password. */
function wordsOfString(settings: DatabaseSettings): Words {
  return {
    settings,
    name: "by the name in the connection string",
    host: "host by the name in the connection string",
    place: "the host of the connection string",
    check: () => `check "connectionString"`,
  };
}
