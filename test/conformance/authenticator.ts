import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** What the browser's part and the device's part of a response may get wrong. */
export interface Deviation {
  readonly origin?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  /** The counter of the device, which otherwise does not count. */
  readonly counter?: number;
  readonly isUserVerified?: boolean;
  readonly userHandle?: string | null;
  readonly credentialId?: Buffer;
  readonly signWith?: KeyObject;
  readonly crossOrigin?: boolean;
}

const PRESENT = 1;
const VERIFIED = 4;
const HAS_CREDENTIAL = 64;

/** A passkey with its private key, to answer options as a browser and a device do (WebAuthn, ES256). */
export class TestAuthenticator {
  readonly #origin: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly credentialId = randomBytes(32);
  #userHandle = "";

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The answer of `navigator.credentials.create`. */
  create(options: unknown, deviation: Deviation = {}): Readonly<Record<string, unknown>> {
    const { challenge, rp, user } = options as {
      readonly challenge: string;
      readonly rp: { readonly id: string };
      readonly user: { readonly id: string };
    };
    this.#userHandle = user.id;
    const { credentialId = this.credentialId } = deviation;
    const length = Buffer.from([0, credentialId.length]);
    const data = Buffer.concat([
      this.#authenticatorData(rp.id, HAS_CREDENTIAL, deviation),
      ...[Buffer.alloc(16), length, credentialId, this.#publicKey()],
    ]);
    // A map of "fmt": "none", "attStmt": {}, "authData": bytes, in CBOR.
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
      ...[cborText("authData"), cborBytes(data)],
    ]);
    return this.#answer(credentialId, {
      clientDataJSON: this.#clientData("webauthn.create", challenge, deviation).toString("base64url"),
      attestationObject: attestationObject.toString("base64url"),
    });
  }

  /** The answer of `navigator.credentials.get`. */
  get(options: unknown, deviation: Deviation = {}): Readonly<Record<string, unknown>> {
    const { challenge, rpId } = options as { readonly challenge: string; readonly rpId: string };
    const data = this.#authenticatorData(rpId, 0, deviation);
    const client = this.#clientData("webauthn.get", challenge, deviation);
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    const { signWith = this.#keys.privateKey, userHandle = this.#userHandle } = deviation;
    return this.#answer(deviation.credentialId ?? this.credentialId, {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, signWith).toString("base64url"),
      ...(userHandle !== null && { userHandle }),
    });
  }

  #answer(credentialId: Buffer, response: object) {
    const id = credentialId.toString("base64url");
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { crossOrigin = false } = deviation;
    const data = { type, challenge, origin: this.#origin, crossOrigin };
    return Buffer.from(
      JSON.stringify({
        ...data,
        ...(deviation.type !== undefined && { type: deviation.type }),
        ...(deviation.challenge !== undefined && { challenge: deviation.challenge }),
        ...(deviation.origin !== undefined && { origin: deviation.origin }),
      }),
    );
  }

  #authenticatorData(
    rpId: string,
    more: number,
    { rpId: other = rpId, counter = 0, isUserVerified = true }: Deviation,
  ): Buffer {
    const flags = PRESENT | (isUserVerified ? VERIFIED : 0) | more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash("sha256").update(other).digest(), Buffer.from([flags]), count]);
  }

  /** In COSE: `{ 1: 2, 3: -7, -1: 1, -2: x, -3: y }`. */
  #publicKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      ...[
        cborBytes(Buffer.from(x, "base64url")),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y, "base64url")),
      ],
    ]);
  }
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
}
