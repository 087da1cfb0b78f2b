import { dialectFacts, dialectNames, type DialectName } from "../../model/settings/dialect-facts.js";
import type { DatabaseConfig } from "../config.js";
import { mistakesAt, type Mistake, type Rule } from "./rule.js";

/**
 * URLs must belong to the dialect, and replicas to the database of the primary: drivers connect to whatever answers.
 * Messages never quote a URL, because any part of it may belong to the password.
 */
export const databaseUrls: Rule = ({ database }) =>
  database === undefined || dialectFacts[database.dialect].isFile
    ? []
    : mistakesAt("database", checkUrls(database));

function* checkUrls({ dialect, name, connectionString, replicas }: DatabaseConfig): Iterable<Mistake> {
  if (connectionString !== undefined) {
    // Drivers accept more schemes than those of their database.
    const mistake = mistakeOfKind(connectionString, dialect);
    if (mistake !== undefined && otherKind(connectionString, dialect) !== undefined)
      yield ["connectionString", mistake];
  }
  const ofPrimary = connectionString === undefined ? name : nameIn(connectionString);
  for (const [index, server] of (replicas?.servers ?? []).entries()) {
    if (typeof server !== "string") continue;
    const [option, mistake] = [`replicas.servers.${index}`, mistakeOfKind(server, dialect)];
    const found = nameIn(server);
    if (mistake !== undefined) yield [option, mistake];
    else if (found !== undefined && ofPrimary !== undefined && !isSameName(found, ofPrimary))
      yield [
        option,
        `names the database "${found}", and the primary has "${ofPrimary}": a replica has the same database.`,
      ];
  }
}

function mistakeOfKind(text: string, dialect: DialectName): string | undefined {
  const { title, urlSchemes, driverString } = dialectFacts[dialect];
  const scheme = schemeOf(text);
  if (scheme === undefined ? driverString?.test(text) === true : urlSchemes.includes(scheme))
    return undefined;
  const other = otherKind(text, dialect);
  const found = other === undefined ? "is no URL" : `is a URL of ${other}, and not`;
  return `${found} of ${title}: write ${urlSchemes[0] ?? ""}://host/database.`;
}

/** The title of the database to which the scheme of a URL belongs, if it is another one. */
function otherKind(text: string, dialect: DialectName): string | undefined {
  const scheme = schemeOf(text) ?? "";
  return dialectNames
    .filter((name) => name !== dialect)
    .map((name) => dialectFacts[name])
    .find(({ urlSchemes }) => urlSchemes.includes(scheme))?.title;
}

/** `jdbc:sqlserver` of `jdbc:sqlserver://host` */
function schemeOf(text: string): string | undefined {
  const [, scheme] = /^((?:jdbc:)?[a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  return scheme?.toLowerCase();
}

/** The name of the database; `undefined` if it cannot be told. */
function nameIn(text: string): string | undefined {
  const [, braced, bare] =
    /(?:^|;)\s*(?:database(?: ?name)?|initial catalog)\s*=\s*(?:\{([^}]*)\}|([^;]*))/i.exec(text) ?? [];
  const property = (braced ?? bare)?.trim();
  if (property !== undefined) return property;
  if (schemeOf(text) === undefined || !URL.canParse(text)) return undefined;
  const name = new URL(text).pathname.slice(1);
  try {
    return name === "" || name.includes("/") ? undefined : decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** Some servers ignore the case of the name. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
