import { quoteName } from "../../model/names.js";
import type { ServerConfig } from "../config.js";
import { mistakesAt, type Mistake, type Rule } from "./rule.js";

/**
 * Origins must be written as browsers send them. Credentials cannot be allowed for every site: any site could
 * then act with a user's cookies.
 */
export const corsOptions: Rule = ({ server }) => mistakesAt("server.cors", checkCors(server?.cors));

function* checkCors(cors: ServerConfig["cors"]): Iterable<Mistake> {
  if (cors === undefined) return;
  const { origins, credentials } = cors;
  if (origins === "*") {
    if (credentials === true)
      yield ["credentials", 'cannot be true for every site: name the sites in "origins", or remove it.'];
    return;
  }
  for (const [index, origin] of origins.entries()) {
    const isRepeated = origins.indexOf(origin) < index;
    const message = originMistake(origin) ?? (isRepeated ? "is there twice." : undefined);
    if (message !== undefined) yield [`origins.${index}`, message];
  }
}

function originMistake(origin: string): string | undefined {
  if (origin === "null")
    return 'browsers send "null" for local files and sandboxed pages, whose author is unknown: it cannot be allowed.';
  if (origin === "*") return 'every site is allowed by origins: "*", without a list.';
  const right = originOf(origin);
  if (right === undefined)
    return `found ${quoteName(origin)}; must be an origin such as "https://example.com" or "http://localhost:3000".`;
  return right === origin ? undefined : `found ${quoteName(origin)}; browsers write it as "${right}".`;
}

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, username, password } = new URL(text);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" && !origin.includes("*") ? origin : undefined;
}
