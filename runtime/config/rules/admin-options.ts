import { problem, type ConfigProblem } from "../../errors/config-error.js";
import type { RuleInput } from "./rule.js";

/** The paths that the server itself answers. */
const OWN_PATHS = ["/api", "/livez", "/readyz", "/metrics", "/mcp", "/.well-known"];

/** The page must not hide other paths of the server, and reads records by query. */
export function* adminOptions({ admin, endpoints }: RuleInput): Iterable<ConfigProblem> {
  if (admin === undefined || admin === false) return;
  if (endpoints?.includes("query") === false)
    yield problem("admin", 'the page reads records by query: add "query" to "endpoints".');
  const path = admin === true ? undefined : admin.path;
  // Express compares paths without case.
  const own = OWN_PATHS.find((each) => `${path?.toLowerCase() ?? ""}/`.startsWith(`${each}/`));
  if (own !== undefined)
    yield problem(
      "admin.path",
      `found "${path}", but the server answers "${own}" and what is below it: choose another path, such as "/admin".`,
    );
}
