import {
  exampleOfUser,
  jsonAnswer,
  ofForm,
  ofLogIn,
  ofTokenCaller,
  proofBody,
  secretText,
  tokenMembers,
  tokensAnswer,
  type DescribeAccount,
} from "./describe-account.js";
import type { Schema } from "./openapi-types.js";

const recoveryCodes: Readonly<Record<string, Schema>> = {
  recoveryCodes: {
    type: "array",
    items: { type: "string" },
    description: "Each works once, in place of a code of the app. They are shown only here.",
  },
};

/** The endpoints of second factors. */
export const secondFactorOperations = {
  showSecondFactor: () => ({
    summary: "Show the second factor",
    description: "Whether log-ins of the caller need a second factor, and how many recovery codes are left.",
    needsToken: true,
    success: jsonAnswer("The second factor of the caller.", {
      isActive: { type: "boolean" },
      recoveryCodesLeft: { type: "integer" },
    }),
    problems: ofTokenCaller,
  }),
  beginSecondFactor: (context) => ({
    summary: "Begin a second factor",
    description:
      "Answers with a secretText for an authenticator app. It has no effect until a code confirms it.",
    needsToken: true,
    body: { properties: { password: secretText }, example: { password: exampleOfUser(context, "password") } },
    success: jsonAnswer("The secret.", {
      secret: { type: "string", description: "In base32, to type it." },
      uri: { type: "string", description: "The same for a QR code: `otpauth://totp/…`." },
    }),
    problems: [...ofForm, ...ofTokenCaller, ...ofLogIn],
  }),
  confirmSecondFactor: (context) => ({
    summary: "Confirm the second factor",
    description: "Activates it. Ends all tokens of the caller and answers with new ones.",
    needsToken: true,
    body: { properties: { code: secretText }, example: { code: "123456" } },
    success: jsonAnswer("The tokens of the caller, and the recovery codes.", {
      ...tokenMembers(context),
      ...recoveryCodes,
    }),
    problems: [...ofForm, ...ofTokenCaller, ...ofLogIn],
  }),
  renewRecoveryCodes: (context) => ({
    summary: "Make new recovery codes",
    description: "Ends the former ones.",
    needsToken: true,
    body: proofBody(context),
    success: jsonAnswer("The recovery codes, which are shown only here.", recoveryCodes),
    problems: [...ofForm, ...ofTokenCaller, ...ofLogIn],
  }),
  removeSecondFactor: (context) => ({
    summary: "Remove the second factor",
    description: "Ends all tokens of the caller and answers with new ones.",
    needsToken: true,
    body: proofBody(context),
    success: tokensAnswer(context),
    problems: [...ofForm, ...ofTokenCaller, ...ofLogIn],
  }),
  logInWithCode: (context) => ({
    summary: "Log in with a code",
    description: "Ends a log-in that was answered with `second-factor-required`.",
    needsToken: false,
    body: {
      properties: {
        challenge: {
          ...secretText,
          description: "From that answer. It ends after five minutes or five tries.",
        },
        code: { ...secretText, description: "A code of the authenticator app, or a recovery code." },
      },
      example: { challenge: "the challenge", code: "123456" },
    },
    success: tokensAnswer(context),
    problems: [...ofForm, ...ofLogIn],
  }),
} satisfies Readonly<Record<string, DescribeAccount>>;
