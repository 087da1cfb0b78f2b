const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Why nobody should be trusted who answers at this address, or undefined if one can: the words continue a sentence. */
export function urlMistake(text: string): string | undefined {
  if (!URL.canParse(text)) return "must be a URL";
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== "" || password !== "" || hash !== "")
    return "must have neither credentials nor a fragment";
  const isSafe = protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
  return isSafe ? undefined : "must begin with https://, but on this machine";
}
