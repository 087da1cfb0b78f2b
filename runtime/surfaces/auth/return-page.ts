import { ApiError } from "../../errors/api-error.js";

/** Where browsers land if a log-in names no page. */
const LOG_IN_PAGE = "/log-in";
const MAX_LENGTH = 1_000;

/**
 * The page below `pagesUrl` that a log-in leads back to. Anything that a browser could understand as an address elsewhere
 * is refused.
 * @throws {ApiError} `invalid-query`
 */
export function returnPage(pagesUrl: string, returnTo: unknown = LOG_IN_PAGE): string {
  const base = pagesUrl.replace(/\/+$/, "");
  if (
    typeof returnTo === "string" &&
    returnTo.length <= MAX_LENGTH &&
    /^\/(?!\/)[^\\#\s\p{Cc}]*$/u.test(returnTo)
  ) {
    // The path may not leave that of the pages by "..".
    const { href } = new URL(base + returnTo);
    if (href.startsWith(`${new URL(base).href.replace(/\/$/, "")}/`)) return href;
  }
  throw new ApiError(
    "invalid-query",
    '"returnTo" must be a path of your pages, such as "/settings": without a host, "\\", "#", blanks or control characters.',
  );
}
