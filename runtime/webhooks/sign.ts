import { createHmac } from "node:crypto";

/**
 * The headers of Standard Webhooks (github.com/standard-webhooks): a signature of the id, the time and the body by each
 * of the secrets. The time is that of the try, because receivers refuse old ones.
 */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
