import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { ApiError, singleMistake } from "../../errors/api-error.js";
import { sendJson } from "../../http/send.js";
import { field } from "../../model/schemas/field-schema.js";
import type { PasskeysSettings } from "../../model/settings/auth-settings.js";
import { userHandle, type Passkey, type Passkeys } from "../../repository/users/passkeys.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import type { CallHandler } from "../surface.js";
import {
  bodyParser,
  refuseBadToken,
  wrongCredentials,
  type AuthContext,
  type AuthHandler,
} from "./auth-handler.js";
import { callingUser, confirmCaller, userWithId } from "./confirm-caller.js";
import type { Webauthn } from "./load-webauthn.js";
import { replyTokens } from "./reply-tokens.js";

/** Enough for the largest key that is accepted, with its certificates. */
const MAX_BODY_BYTES = 32 * 1024;
/**
 * EdDSA, ES256 and RS256. Written out, because the default of the package depends on the version of Node.js, and a
 * passkey that one server accepts must be accepted by all, and after an update or its end.
 */
const ALGORITHMS = [-8, -7, -257];

const proofBody = z.object({ password: field.text(), code: field.text().optional() });
const addBody = z.object({ name: field.text({ maxLength: 100 }), response: field.json() });
const logInBody = z.object({ response: field.json() });

interface PasskeyContext extends AuthContext {
  readonly passkeys: Passkeys;
  readonly webauthn: Webauthn;
  readonly settings: PasskeysSettings;
}

/** Passes on what the endpoints of passkeys need, which is there if they are. */
function withPasskeys(handler: (context: PasskeyContext) => CallHandler): AuthHandler {
  return (context) => {
    const { passkeys, webauthn, tokens } = context;
    if (passkeys === undefined || webauthn === undefined || tokens.passkeys === undefined)
      throw new Error('"auth.passkeys" is off.');
    return handler({ ...context, passkeys, webauthn, settings: tokens.passkeys });
  };
}

/** Answers with the options for `navigator.credentials.create`. */
const showPasskeyOptions = withPasskeys((context) => {
  const { users, passkeys, webauthn, settings } = context;
  const parse = bodyParser(users, proofBody);
  return async (req, res) => {
    const user = await callingUser(req, context);
    await confirmCaller(req, user, await parse(req), context);
    const own = await passkeys.ofUser(user.id);
    const options = await webauthn.generateRegistrationOptions({
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
    sendJson(res, 200, JSON.stringify(options));
  };
});

/** Stores a passkey that the caller's browser has created. */
const addPasskey = withPasskeys((context) => {
  const { users, passkeys } = context;
  const parse = bodyParser(users, addBody, MAX_BODY_BYTES);
  return async (req, res) => {
    const user = await callingUser(req, context);
    const { name, response } = await parse(req);
    const created = await verifyCreated(response as unknown as RegistrationResponseJSON, user, context);
    if (created === undefined)
      throw singleMistake(
        "invalid-fields",
        "invalid",
        '"response" does not answer a challenge for this user.',
        {
          path: "response",
        },
      );
    const { credential, credentialBackedUp } = created;
    const passkey = await passkeys.add(user.id, {
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      isBackedUp: credentialBackedUp,
    });
    sendJson(res, 201, JSON.stringify(shown(passkey)));
  };
});

const listPasskeys = withPasskeys((context) => async (req, res) => {
  const { id } = await callingUser(req, context);
  const items = (await context.passkeys.ofUser(id)).map(shown);
  sendJson(res, 200, JSON.stringify({ count: items.length, items }));
});

const removePasskey = withPasskeys((context) => async (req, res) => {
  const user = await callingUser(req, context);
  const { id } = req.params;
  if (!(await context.passkeys.remove(user.id, String(id))))
    throw new ApiError("unknown-record", "There is no such passkey.");
  res.writeHead(204).end();
});

/** Answers with the options for `navigator.credentials.get`. They name no user and no passkey. */
const showPasskeyLogInOptions = withPasskeys((context) => async (req, res) => {
  const { passkeys, webauthn, settings } = context;
  await refuseBadToken(req, context);
  const options = await webauthn.generateAuthenticationOptions({
    rpID: settings.rpId,
    challenge: await passkeys.challenge(),
    userVerification: "required",
  });
  sendJson(res, 200, JSON.stringify(options));
});

/**
 * Logs in with a passkey. The device has verified its user, so that it counts as two factors.
 */
const logInWithPasskey = withPasskeys((context) => {
  const { users, rateLimits } = context;
  const parse = bodyParser(users, logInBody, MAX_BODY_BYTES);
  return async (req, res) => {
    await refuseBadToken(req, context);
    const { response } = await parse(req);
    const user = await rateLimits.ofLogins(req, undefined, () =>
      userOfPasskey(response as unknown as AuthenticationResponseJSON, context),
    );
    if (user === undefined) throw wrongCredentials("The passkey or the challenge is not valid.");
    await replyTokens(res, user, context);
  };
});

export const passkeyHandlers = {
  showPasskeyOptions,
  addPasskey,
  listPasskeys,
  removePasskey,
  showPasskeyLogInOptions,
  logInWithPasskey,
};

/** What the browser has created. `undefined` if it does not answer a challenge for the user. */
async function verifyCreated(
  response: RegistrationResponseJSON,
  user: UserRow,
  { passkeys, webauthn, settings }: PasskeyContext,
) {
  const challenge = challengeIn(response);
  if (challenge === undefined || !(await passkeys.takeChallenge(challenge.text, user))) return undefined;
  const verified = await orNothing(() =>
    webauthn.verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.encoded,
      expectedOrigin: [...settings.origins],
      expectedRPID: settings.rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  return verified?.registrationInfo;
}

/** The user who has logged in. `undefined` if anything is wrong. */
async function userOfPasskey(
  response: AuthenticationResponseJSON,
  context: PasskeyContext,
): Promise<UserRow | undefined> {
  const { passkeys, webauthn, settings } = context;
  const challenge = challengeIn(response);
  if (challenge === undefined || !(await passkeys.takeChallenge(challenge.text))) return undefined;
  const passkey = typeof response.id === "string" ? await passkeys.find(response.id) : undefined;
  if (passkey === undefined) return undefined;
  const { userId } = passkey.row;
  if (userId === null || response.response.userHandle !== userHandle(userId).toString("base64url"))
    return undefined;
  const { credentialId, publicKey, counter } = passkey.credential;
  const verified = await orNothing(() =>
    webauthn.verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.encoded,
      expectedOrigin: [...settings.origins],
      expectedRPID: settings.rpId,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
        counter,
      },
    }),
  );
  if (verified?.verified !== true) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const isNoted = await passkeys.noteUse(passkey, { counter: newCounter, isBackedUp: credentialBackedUp });
  return isNoted ? userWithId(userId, context) : undefined;
}

/** The challenge that a response answers: as the browser encodes it, and our text. */
function challengeIn(
  answer: Pick<AuthenticationResponseJSON | RegistrationResponseJSON, "response">,
): { readonly encoded: string; readonly text: string } | undefined {
  try {
    const { clientDataJSON } = answer.response;
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as {
      readonly challenge: string;
    };
    return { encoded: data.challenge, text: Buffer.from(data.challenge, "base64url").toString() };
  } catch {
    return undefined;
  }
}

/** The package throws for everything that is wrong with a response, which comes from the client. */
async function orNothing<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}

function shown({ row: { id, createdAt, usedAt }, credential: { name, isBackedUp } }: Passkey) {
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return { id, name, isBackedUp, createdAt: time(createdAt), usedAt: time(usedAt) };
}
