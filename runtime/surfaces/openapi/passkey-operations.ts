import {
  doneAnswer,
  jsonAnswer,
  listAnswer,
  objectOf,
  ofForm,
  ofLogIn,
  ofTokenCaller,
  proofBody,
  timeText,
  timeTextOrNull,
  tokensAnswer,
  type DescribeAccount,
} from "./describe-account.js";
import { jsonContent } from "./json-content.js";
import type { Schema } from "./openapi-types.js";

const webauthnOptions: Readonly<Record<string, Schema>> = { challenge: { type: "string" } };
const webauthnResponse: Schema = { type: "object", description: "The `toJSON()` of the credential." };
const storedPasskey = objectOf({
  id: { type: "string" },
  name: { type: "string" },
  isBackedUp: { type: "boolean", description: "Whether it is also on other devices of the user." },
  createdAt: timeText,
  usedAt: timeTextOrNull,
});

/** The endpoints of passkeys. */
export const passkeyOperations = {
  showPasskeyOptions: (context) => ({
    summary: "Begin a passkey",
    description:
      "Answers with the options for `navigator.credentials.create`. `code` is needed while a second factor is active.",
    needsToken: true,
    body: { ...proofBody(context), optional: ["code"] },
    success: jsonAnswer("PublicKeyCredentialCreationOptionsJSON of WebAuthn.", webauthnOptions),
    problems: [...ofForm, ...ofTokenCaller, ...ofLogIn],
  }),
  addPasskey: () => ({
    summary: "Add a passkey",
    description: "Stores what `navigator.credentials.create` has returned.",
    needsToken: true,
    body: {
      properties: { name: { type: "string", maxLength: 100 }, response: webauthnResponse },
      example: { name: "Anna's phone", response: {} },
    },
    success: { 201: { description: "The passkey.", content: jsonContent(storedPasskey) } },
    problems: [...ofForm, ...ofTokenCaller, "unique-conflict"],
  }),
  listPasskeys: () => ({
    summary: "List the passkeys",
    description: "The passkeys of the caller.",
    needsToken: true,
    success: listAnswer("The passkeys, the oldest first.", storedPasskey),
    problems: ofTokenCaller,
  }),
  removePasskey: () => ({
    summary: "Remove a passkey",
    description: "It logs in no more.",
    needsToken: true,
    success: doneAnswer("The passkey is removed."),
    problems: [...ofTokenCaller, "unknown-record"],
  }),
  showPasskeyLogInOptions: () => ({
    summary: "Begin a log-in with a passkey",
    description: "Answers with the options for `navigator.credentials.get`.",
    needsToken: false,
    success: jsonAnswer("PublicKeyCredentialRequestOptionsJSON of WebAuthn.", webauthnOptions),
    problems: ["invalid-token"],
  }),
  logInWithPasskey: (context) => ({
    summary: "Log in with a passkey",
    description: "Answers with the tokens for what `navigator.credentials.get` has returned.",
    needsToken: false,
    body: { properties: { response: webauthnResponse }, example: { response: {} } },
    success: tokensAnswer(context),
    problems: [...ofForm, ...ofLogIn],
  }),
} satisfies Readonly<Record<string, DescribeAccount>>;
