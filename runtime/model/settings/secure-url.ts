const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Why a URL is not safe for fetching keys. `undefined` if it is. The text continues a sentence. */
export function urlMistake(text: string): string | undefined {
  if (!URL.canParse(text)) return "must be a URL";
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== "" || password !== "" || hash !== "")
    return "must have neither credentials nor a fragment";
  const isSafe = protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
  return isSafe ? undefined : "must begin with https://, except on this machine";
}

/** Whether a URL leads to this machine. */
export function isLoopbackUrl(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}
