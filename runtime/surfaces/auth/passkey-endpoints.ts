import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { ApiError, singleMistake } from "../../errors/api-error.js";
import { field } from "../../model/schemas/field-schema.js";
import type { PasskeysSettings } from "../../model/settings/auth-settings.js";
import type { Schema } from "../../model/values/type-schemas.js";
import { userHandle, type Passkey, type Passkeys } from "../../repository/users/passkeys.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import { timeAt, timeOrNull } from "../../write/steps/table-access.js";
import { wrongCredentials, type AuthContext, type Webauthn } from "./auth-context.js";
import { endpointsOfFeature } from "./auth-endpoint.js";
import { accountProblems, inBody, jsonTypes, success } from "./auth-parts.js";
import { confirmCaller, userWithId } from "./confirm-caller.js";
import { replyTokens } from "./reply-tokens.js";

/** Enough for the largest key that is accepted, with its certificates. */
const MAX_BODY_BYTES = 32 * 1024;
/**
 * EdDSA, ES256 and RS256. Written out, because the default of the package depends on the version of Node.js, and a
 * passkey that one server accepts must be accepted by all, and after an update or its end.
 */
const ALGORITHMS = [-8, -7, -257];

const webauthnResponse = inBody.of(field.json(), {
  type: "object",
  description: "The `toJSON()` of the credential.",
});
const storedMembers: Readonly<Record<string, Schema>> = {
  id: jsonTypes.text,
  name: jsonTypes.text,
  isBackedUp: { type: "boolean", description: "Whether it is also on other devices of the user." },
  createdAt: jsonTypes.time,
  usedAt: jsonTypes.timeOrNull,
};

interface OpenPasskeys {
  readonly passkeys: Passkeys;
  readonly webauthn: Webauthn;
  readonly settings: PasskeysSettings;
}

const endpoint = endpointsOfFeature(
  (tokens) => tokens.passkeys !== undefined,
  ({ passkeys, webauthn, tokens: { passkeys: settings } }): OpenPasskeys | undefined =>
    passkeys && webauthn && settings && { passkeys, webauthn, settings },
);

export const passkeyEndpoints = [
  endpoint("showPasskeyOptions", "post", "/passkeys/options", {
    summary: "Begin a passkey",
    description: "Answers with the options for `navigator.credentials.create`.",
    mayCall: "user",
    body: inBody.proof,
    example: (user) => ({ password: user("password"), code: "123456" }),
    success: success.json("PublicKeyCredentialCreationOptionsJSON of WebAuthn.", {
      challenge: jsonTypes.text,
    }),
    problems: [...accountProblems.caller, ...accountProblems.logIn],
    answer: async ({ req, user, body, own: { passkeys, webauthn, settings } }, context) => {
      await confirmCaller(req, user, body, context);
      const own = await passkeys.ofUser(user.id);
      return webauthn.generateRegistrationOptions({
        rpID: settings.rpId,
        rpName: settings.rpName,
        userID: new Uint8Array(userHandle(user.id)),
        userName: user.username,
        userDisplayName: user.username,
        challenge: await passkeys.challenge(user),
        excludeCredentials: own.map(({ credential }) => ({ id: credential.credentialId })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: ALGORITHMS,
      });
    },
  }),
  endpoint("listPasskeys", "get", "/passkeys", {
    summary: "List the passkeys",
    description: "The passkeys of the caller.",
    mayCall: "user",
    success: success.list("The passkeys, the oldest first.", storedMembers),
    problems: accountProblems.caller,
    answer: async ({ user, own: { passkeys } }) => (await passkeys.ofUser(user.id)).map(shown),
  }),
  endpoint("addPasskey", "post", "/passkeys", {
    summary: "Add a passkey",
    description: "Stores what `navigator.credentials.create` has returned.",
    mayCall: "user",
    audit: "passkeys",
    body: {
      name: inBody.of(field.text({ maxLength: 100 }), { ...jsonTypes.text, maxLength: 100 }),
      response: webauthnResponse,
    },
    maxBodyBytes: MAX_BODY_BYTES,
    example: () => ({ name: "Anna's phone", response: {} }),
    success: { status: 201, description: "The passkey.", members: storedMembers },
    problems: [...accountProblems.caller, "unique-conflict"],
    answer: async ({ user, body: { name, response }, own }) => {
      const created = await verifyCreated(response as unknown as RegistrationResponseJSON, user, own);
      if (created === undefined)
        throw singleMistake(
          "invalid-fields",
          "invalid",
          '"response" does not answer a challenge for this user.',
          { path: "response" },
        );
      const { credential, credentialBackedUp: isBackedUp } = created;
      const { id: credentialId, counter } = credential;
      const publicKey = Buffer.from(credential.publicKey).toString("base64url");
      return shown(await own.passkeys.add(user.id, { name, credentialId, publicKey, counter, isBackedUp }));
    },
  }),
  endpoint("showPasskeyLogInOptions", "post", "/passkeys/log-in/options", {
    summary: "Begin a log-in with a passkey",
    // They name no user and no passkey.
    description: "Answers with the options for `navigator.credentials.get`.",
    mayCall: "logging-in",
    success: success.json("PublicKeyCredentialRequestOptionsJSON of WebAuthn.", {
      challenge: jsonTypes.text,
    }),
    problems: ["invalid-token"],
    answer: async ({ own: { passkeys, webauthn, settings } }) =>
      webauthn.generateAuthenticationOptions({
        rpID: settings.rpId,
        challenge: await passkeys.challenge(),
        userVerification: "required",
      }),
  }),
  endpoint("logInWithPasskey", "post", "/passkeys/log-in", {
    summary: "Log in with a passkey",
    description: "Answers with the tokens for what `navigator.credentials.get` has returned.",
    mayCall: "logging-in",
    audit: "log-in",
    body: { response: webauthnResponse },
    maxBodyBytes: MAX_BODY_BYTES,
    example: () => ({ response: {} }),
    success: success.tokens,
    problems: accountProblems.logIn,
    answer: async ({ req, res, body: { response }, own }, context) => {
      const user = await context.rateLimits.ofLogins(req, undefined, () =>
        userOfPasskey(response as unknown as AuthenticationResponseJSON, own, context),
      );
      if (user === undefined) throw wrongCredentials("The passkey or the challenge is not valid.");
      // The device has verified its user, so that it counts as two factors.
      await replyTokens(res, user, context);
    },
  }),
  // After the other paths of passkeys, because it matches them.
  endpoint("removePasskey", "delete", "/passkeys/:id", {
    summary: "Remove a passkey",
    description: "It logs in no more.",
    mayCall: "user",
    audit: "passkeys",
    success: success.done("The passkey is removed."),
    problems: [...accountProblems.caller, "unknown-record"],
    answer: async ({ id, user, own: { passkeys } }) => {
      if (!(await passkeys.remove(user.id, id)))
        throw new ApiError("unknown-record", "There is no such passkey.");
    },
  }),
];

/** What the browser has created. `undefined` if it does not answer a challenge for the user. */
async function verifyCreated(response: RegistrationResponseJSON, user: UserRow, own: OpenPasskeys) {
  const expected = await expectedFor(response, own, user);
  const verified = await orNothing(
    () =>
      expected &&
      own.webauthn.verifyRegistrationResponse({ response, ...expected, supportedAlgorithmIDs: ALGORITHMS }),
  );
  return verified?.registrationInfo;
}

/** The user who has logged in. `undefined` if anything is wrong. */
async function userOfPasskey(
  response: AuthenticationResponseJSON,
  own: OpenPasskeys,
  context: AuthContext,
): Promise<UserRow | undefined> {
  const { passkeys, webauthn } = own;
  const expected = await expectedFor(response, own);
  if (expected === undefined || typeof response.id !== "string") return undefined;
  const passkey = await passkeys.find(response.id);
  const userId = passkey?.row.userId ?? null;
  if (passkey === undefined || userId === null) return undefined;
  if (response.response.userHandle !== userHandle(userId).toString("base64url")) return undefined;
  const { credentialId: id, publicKey: key, counter } = passkey.credential;
  const credential = { id, publicKey: new Uint8Array(Buffer.from(key, "base64url")), counter };
  const verified = await orNothing(() =>
    webauthn.verifyAuthenticationResponse({ response, ...expected, credential }),
  );
  if (verified?.verified !== true) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const isNoted = await passkeys.noteUse(passkey, { counter: newCounter, isBackedUp: credentialBackedUp });
  return isNoted ? userWithId(userId, context) : undefined;
}

/** Takes the challenge that a response answers. Returns what to compare the response with, or `undefined`. */
async function expectedFor(
  answer: Pick<AuthenticationResponseJSON | RegistrationResponseJSON, "response">,
  { passkeys, settings }: OpenPasskeys,
  user?: UserRow,
) {
  const found = await orNothing(() => {
    const { clientDataJSON } = answer.response;
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    const { challenge } = data as { readonly challenge: string };
    return { challenge, text: Buffer.from(challenge, "base64url").toString() };
  });
  if (found === undefined || !(await passkeys.takeChallenge(found.text, user))) return undefined;
  return {
    expectedChallenge: found.challenge,
    expectedOrigin: [...settings.origins],
    expectedRPID: settings.rpId,
  };
}

/** Nothing if it throws, as the package does for everything that is wrong with a response. */
async function orNothing<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

function shown({ row: { id, createdAt, usedAt }, credential: { name, isBackedUp } }: Passkey) {
  return { id, name, isBackedUp, createdAt: timeAt(createdAt), usedAt: timeOrNull(usedAt) };
}
