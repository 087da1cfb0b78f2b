import { decodeParameter, encodeBytes, splitQuery } from "../../http/parse-parameters.js";

/** Proxies reject answers whose headers are longer than 4 KiB in total. */
const MAX_LENGTH = 2048;

/**
 * The `Link` header to the next page (RFC 8288): a reference with only a query, which is valid wherever the server is
 * mounted. Other parameters are as sent; `after` replaces `skip`.
 * @returns `undefined` if it would be too long. The page has `next`, too.
 */
export function nextLink(url: string, next: string): string | undefined {
  const others = splitQuery(url)
    .filter(({ name }) => !["after", "skip"].includes(decodeParameter(name) ?? name))
    .map(({ text }) => toReference(text));
  const link = `<?${[...others, `after=${encodeURIComponent(next)}`].join("&")}>; rel="next"`;
  return link.length > MAX_LENGTH ? undefined : link;
}

/** Encodes characters that servers accept but that a reference cannot contain (RFC 3986, 3.4). */
function toReference(text: string): string {
  return encodeBytes(text).replace(/[^\w.~!$&'()*+,;=:@/?%-]/g, encodeURIComponent);
}
