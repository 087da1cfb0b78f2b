import { z } from "zod";
import { invalidToken } from "../../access/bearer-token.js";
import { toBase32, totpUri } from "../../access/totp.js";
import { ApiError } from "../../errors/api-error.js";
import { sendJson } from "../../http/send.js";
import { field } from "../../model/schemas/field-schema.js";
import type { SecondFactors } from "../../repository/users/second-factors.js";
import type { CallHandler } from "../surface.js";
import {
  bodyParser,
  refuseBadToken,
  wrongCredentials,
  type AuthContext,
  type AuthHandler,
} from "./auth-handler.js";
import { callingUser, confirmCaller, userWithId } from "./confirm-caller.js";
import { replyTokens } from "./reply-tokens.js";

const passwordBody = z.object({ password: field.text() });
const codeBody = z.object({ code: field.text() });
const proofBody = z.object({ password: field.text(), code: field.text() });
const answerBody = z.object({ challenge: field.text(), code: field.text() });

type FactorContext = AuthContext & { readonly secondFactors: SecondFactors };

/** Passes the second factors on, which are there if an endpoint of them is. */
function withFactors(handler: (context: FactorContext) => CallHandler): AuthHandler {
  return (context) => {
    const { secondFactors } = context;
    if (secondFactors === undefined) throw new Error('"auth.secondFactor" is off.');
    return handler({ ...context, secondFactors });
  };
}

/** Says whether the caller has a second factor. */
const showSecondFactor = withFactors((context) => async (req, res) => {
  const { id } = await callingUser(req, context);
  const isActive = await context.secondFactors.isActive(id);
  const recoveryCodesLeft = isActive ? await context.secondFactors.recoveryCodesLeft(id) : 0;
  sendJson(res, 200, JSON.stringify({ isActive, recoveryCodesLeft }));
});

/** Makes a secret for an authenticator app. Log-ins do not ask for it until a code has confirmed it. */
const beginSecondFactor = withFactors((context) => {
  const { users, tokens, secondFactors } = context;
  const issuer = tokens.secondFactor === false ? "" : tokens.secondFactor.issuer;
  const parse = bodyParser(users, passwordBody);
  return async (req, res) => {
    const user = await callingUser(req, context);
    const proof = await parse(req);
    if (await secondFactors.isActive(user.id)) throw isActiveAlready();
    await confirmCaller(req, user, proof, context);
    const secret = await secondFactors.begin(user);
    if (secret === undefined) throw isActiveAlready();
    const uri = totpUri(secret, issuer, user.username);
    sendJson(res, 200, JSON.stringify({ secret: toBase32(secret), uri }));
  };
});

/** Activates the second factor by the first code. Ends all tokens of the caller and answers with new ones. */
const confirmSecondFactor = withFactors((context) => {
  const parse = bodyParser(context.users, codeBody);
  return async (req, res) => {
    const user = await callingUser(req, context);
    const { code } = await parse(req);
    const confirmed = await context.rateLimits.ofLogins(req, user.username, () =>
      context.secondFactors.confirm(user, code),
    );
    if (confirmed === undefined) throw wrongCredentials("The code is wrong, or has nothing to confirm.");
    const { recoveryCodes, version } = confirmed;
    await replyTokens(res, { ...user, version }, context, undefined, { recoveryCodes });
  };
});

/** Makes new recovery codes. */
const renewRecoveryCodes = withFactors((context) => {
  const parse = bodyParser(context.users, proofBody);
  return async (req, res) => {
    const user = await callingUser(req, context);
    const proof = await parse(req);
    if (!(await context.secondFactors.isActive(user.id))) throw isNotActive();
    await confirmCaller(req, user, proof, context);
    const recoveryCodes = await context.secondFactors.renewRecoveryCodes(user.id);
    sendJson(res, 200, JSON.stringify({ recoveryCodes }));
  };
});

/** Removes the caller's second factor. Ends all tokens of the caller and answers with new ones. */
const removeSecondFactor = withFactors((context) => {
  const parse = bodyParser(context.users, proofBody);
  return async (req, res) => {
    const user = await callingUser(req, context);
    const proof = await parse(req);
    if (!(await context.secondFactors.isActive(user.id))) throw isNotActive();
    await confirmCaller(req, user, proof, context);
    const version = await context.secondFactors.remove(user);
    await replyTokens(res, { ...user, version }, context);
  };
});

/** Ends a log-in that needs a second factor. */
const logInWithCode = withFactors((context) => {
  const { users, rateLimits, secondFactors } = context;
  const parse = bodyParser(users, answerBody);
  return async (req, res) => {
    await refuseBadToken(req, context);
    const { challenge, code } = await parse(req);
    const found = await secondFactors.findChallenge(challenge);
    const user = found && (await userWithId(found.userId, context));
    const isCurrent = found !== undefined && user?.version === found.version;
    const answered = await rateLimits.ofLogins(req, isCurrent ? user.username : undefined, async () =>
      isCurrent && (await secondFactors.answer(found, user.id, code)) ? user : undefined,
    );
    if (answered !== undefined) await replyTokens(res, answered, context);
    else if (isCurrent) throw wrongCredentials("The code is wrong.");
    else throw invalidToken("The challenge is not valid: log in again.");
  };
});

export const secondFactorHandlers = {
  showSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  logInWithCode,
};

function isActiveAlready(): ApiError {
  return new ApiError("forbidden", "A second factor is active already: remove it first.");
}

function isNotActive(): ApiError {
  return new ApiError("forbidden", "No second factor is active.");
}
