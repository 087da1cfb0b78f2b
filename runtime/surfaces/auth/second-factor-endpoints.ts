import { invalidToken } from "../../access/bearer-token.js";
import { toBase32, totpUri } from "../../access/totp.js";
import { ApiError } from "../../errors/api-error.js";
import { field } from "../../model/schemas/field-schema.js";
import type { Schema } from "../../model/values/type-schemas.js";
import { wrongCredentials } from "./auth-context.js";
import { endpointsOfFeature } from "./auth-endpoint.js";
import { accountProblems, inBody, jsonTypes, success } from "./auth-parts.js";
import { confirmCaller, userWithId } from "./confirm-caller.js";
import { replyTokens } from "./reply-tokens.js";

const endpoint = endpointsOfFeature(
  ({ secondFactor }) => secondFactor !== false,
  ({ secondFactors, tokens: { secondFactor } }) =>
    secondFactors && { factors: secondFactors, issuer: secondFactor === false ? "" : secondFactor.issuer },
);

const recoveryCodesMember: Readonly<Record<string, Schema>> = {
  recoveryCodes: {
    type: "array",
    items: jsonTypes.text,
    description: "Each works once, in place of a code of the app. They are shown only here.",
  },
};

/** What an endpoint needs that changes an active factor. */
const proved = {
  mayCall: "user",
  audit: "second-factor",
  body: { password: inBody.secret, code: inBody.secret },
  example: (user: (field: "password") => string) => ({ password: user("password"), code: "123456" }),
  problems: [...accountProblems.caller, ...accountProblems.logIn],
} as const;

export const secondFactorEndpoints = [
  endpoint("showSecondFactor", "get", "/second-factor", {
    summary: "Show the second factor",
    description: "Whether log-ins of the caller need a second factor, and how many recovery codes are left.",
    mayCall: "user",
    success: success.json("The second factor of the caller.", {
      isActive: { type: "boolean" },
      recoveryCodesLeft: { type: "integer" },
    }),
    problems: accountProblems.caller,
    answer: async ({ user: { id }, own: { factors } }) => {
      const isActive = await factors.isActive(id);
      return { isActive, recoveryCodesLeft: isActive ? await factors.recoveryCodesLeft(id) : 0 };
    },
  }),
  endpoint("logInWithCode", "post", "/second-factor", {
    summary: "Log in with a code",
    description: "Ends a log-in that was answered with `second-factor-required`.",
    mayCall: "logging-in",
    audit: "log-in",
    body: {
      challenge: inBody.of(field.text(), {
        ...jsonTypes.secret,
        description: "From that answer. It ends after five minutes or five tries.",
      }),
      code: inBody.of(field.text(), {
        ...jsonTypes.secret,
        description: "A code of the authenticator app, or a recovery code.",
      }),
    },
    example: () => ({ challenge: "the challenge", code: "123456" }),
    success: success.tokens,
    problems: accountProblems.logIn,
    answer: async ({ req, res, body: { challenge, code }, own: { factors } }, context) => {
      const found = await factors.findChallenge(challenge);
      const user = found && (await userWithId(found.userId, context));
      const isCurrent = found !== undefined && user?.version === found.version;
      const username = isCurrent ? user.username : undefined;
      const answered = await context.rateLimits.ofLogins(req, username, async () =>
        isCurrent && (await factors.answer(found, user.id, code)) ? user : undefined,
      );
      if (answered !== undefined) await replyTokens(res, answered, context);
      else if (isCurrent) throw wrongCredentials("The code is wrong.");
      else throw invalidToken("The challenge is not valid: log in again.");
    },
  }),
  endpoint("removeSecondFactor", "delete", "/second-factor", {
    summary: "Remove the second factor",
    description: "Ends all tokens of the caller and answers with new ones.",
    ...proved,
    success: success.tokens,
    answer: async ({ req, res, user, body, own: { factors } }, context) => {
      if (!(await factors.isActive(user.id))) throw isNotActive();
      await confirmCaller(req, user, body, context);
      await replyTokens(res, { ...user, version: await factors.remove(user) }, context);
    },
  }),
  endpoint("beginSecondFactor", "post", "/second-factor/begin", {
    summary: "Begin a second factor",
    description: "Answers with a secret for an authenticator app. It has no effect until a code confirms it.",
    mayCall: "user",
    body: { password: inBody.secret },
    example: (user) => ({ password: user("password") }),
    success: success.json("The secret.", {
      secret: { ...jsonTypes.text, description: "In base32, to type it." },
      uri: { ...jsonTypes.text, description: "The same for a QR code: `otpauth://totp/…`." },
    }),
    problems: [...accountProblems.caller, ...accountProblems.logIn],
    answer: async ({ req, user, body, own: { factors, issuer } }, context) => {
      if (await factors.isActive(user.id)) throw isActiveAlready();
      await confirmCaller(req, user, body, context);
      const secret = await factors.begin(user);
      if (secret === undefined) throw isActiveAlready();
      return { secret: toBase32(secret), uri: totpUri(secret, issuer, user.username) };
    },
  }),
  endpoint("confirmSecondFactor", "post", "/second-factor/confirm", {
    summary: "Confirm the second factor",
    description: "Activates it. Ends all tokens of the caller and answers with new ones.",
    mayCall: "user",
    audit: "second-factor",
    body: { code: inBody.secret },
    example: () => ({ code: "123456" }),
    success: {
      status: 200,
      description: "The tokens of the caller, and the recovery codes.",
      hasTokens: true,
      members: recoveryCodesMember,
    },
    problems: [...accountProblems.caller, ...accountProblems.logIn],
    answer: async ({ req, res, user, body, own: { factors } }, context) => {
      const confirmed = await context.rateLimits.ofLogins(req, user.username, () =>
        factors.confirm(user, body.code),
      );
      if (confirmed === undefined) throw wrongCredentials("The code is wrong, or has nothing to confirm.");
      const { recoveryCodes, version } = confirmed;
      await replyTokens(res, { ...user, version }, context, undefined, { recoveryCodes });
    },
  }),
  endpoint("renewRecoveryCodes", "post", "/second-factor/recovery-codes", {
    summary: "Make new recovery codes",
    description: "Ends the former ones.",
    ...proved,
    success: success.json("The recovery codes, which are shown only here.", recoveryCodesMember),
    answer: async ({ req, user, body, own: { factors } }, context) => {
      if (!(await factors.isActive(user.id))) throw isNotActive();
      await confirmCaller(req, user, body, context);
      return { recoveryCodes: await factors.renewRecoveryCodes(user.id) };
    },
  }),
];

function isActiveAlready(): ApiError {
  return new ApiError("forbidden", "A second factor is active already: remove it first.");
}

function isNotActive(): ApiError {
  return new ApiError("forbidden", "No second factor is active.");
}
