import type { ConfigProblem } from "../../errors/config-error.js";
import { quoteName } from "../../model/names.js";
import type { RuleInput } from "./rule.js";

/**
 * Origins must be written as browsers send them. Credentials cannot be allowed for every site: any site could
 * then act with a user's cookies.
 */
export function cors({ server }: RuleInput): readonly ConfigProblem[] {
  if (server?.cors === undefined) return [];
  const { origins, credentials } = server.cors;
  if (origins !== "*") return checkOrigins(origins);
  if (credentials !== true) return [];
  const message = 'cannot be true for every site: name the sites in "origins", or remove it.';
  return [{ path: "server.cors.credentials", message }];
}

function checkOrigins(origins: readonly string[]): readonly ConfigProblem[] {
  return origins.flatMap((origin, index) => {
    const message =
      originMistake(origin) ?? (origins.indexOf(origin) < index ? "is there twice." : undefined);
    return message === undefined ? [] : [{ path: `server.cors.origins.${index}`, message }];
  });
}

function originMistake(origin: string): string | undefined {
  if (origin === "null")
    return '"null" is what browsers say for files and sandboxed pages of anybody: it cannot be allowed.';
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
