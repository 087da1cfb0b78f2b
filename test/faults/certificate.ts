import { generateKeyPairSync, sign } from "node:crypto";

/** A self-signed certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAY = 86_400_000;

/** Creates a certificate for a host, in the form of RFC 5280, that is valid for this number of days. */
export function createCertificate(host: string, days = 1): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(hex("06082a8648ce3d040302"));
  const name = sequence(tagged(0x31, sequence(hex("0603550403"), tagged(0x0c, Buffer.from(host)))));
  const alternativeName = sequence(tagged(0x82, Buffer.from(host)));
  const now = Date.now();
  const body = sequence(
    tagged(0xa0, hex("020102")),
    hex("020101"),
    algorithm,
    name,
    sequence(time(now - 10 * DAY), time(now + days * DAY)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(sequence(hex("0603551d11"), tagged(0x04, alternativeName)))),
  );
  const signature = sign("sha256", body, privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([hex("00"), signature])));
  const base64 = der.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function time(at: number): Buffer {
  const [text = ""] = new Date(at).toISOString().replace(/[-:T]/g, "").split(".");
  return tagged(0x18, Buffer.from(`${text}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, "hex");
}
