import {
  doneAnswer,
  exampleOfUser,
  newPassword,
  ofForm,
  ofLink,
  ofLogIn,
  secretText,
  type DescribeAccount,
} from "./describe-account.js";
import { jsonContent } from "./json-content.js";
import type { Response } from "./openapi-types.js";

const isAccepted: Readonly<Record<string, Response>> = {
  202: {
    description: "The message is sent if there is such a user.",
    content: jsonContent({ type: "object" }, {}),
  },
};

/** The endpoints of forgotten passwords and e-mail addresses. */
export const messageOperations = {
  forgotPassword: (context) => ({
    summary: "Ask for a link to reset the password",
    description:
      "Give the user name or the e-mail address. The answer does not tell whether there is such a user.",
    needsToken: false,
    body: {
      properties: { username: { type: "string" }, email: { type: "string" } },
      optional: ["username", "email"],
      example: { username: exampleOfUser(context, "username") },
    },
    success: isAccepted,
    problems: [...ofForm, "too-many-requests", "rate-limits-unavailable"],
  }),
  resetPassword: (context) => ({
    summary: "Reset the password",
    description: "Sets a new password for the token of a link. Ends all tokens of the user.",
    needsToken: false,
    body: {
      properties: { token: secretText, ...newPassword(context) },
      example: {
        token: "the token of the link",
        newPassword: exampleOfUser(context, "password"),
        confirmPassword: exampleOfUser(context, "password"),
      },
    },
    success: doneAnswer("The password is changed."),
    problems: [...ofForm, ...ofLink, "unique-conflict", "too-many-passwords"],
  }),
  verifyEmail: () => ({
    summary: "Verify an e-mail address",
    description: "Takes the token of a link, to verify the address of a user or to change it.",
    needsToken: false,
    body: { properties: { token: secretText }, example: { token: "the token of the link" } },
    success: doneAnswer("The address is verified."),
    problems: [...ofForm, ...ofLink, "unique-conflict"],
  }),
  sendVerification: () => ({
    summary: "Ask for a link to verify the e-mail address",
    description: "Sends a link to the caller, unless the address is verified.",
    needsToken: true,
    success: isAccepted,
    problems: ["authentication-required", ...ofLink],
  }),
  changeEmail: (context) => ({
    summary: "Ask for a link to change the e-mail address",
    description: "Sends a link to the new address. It becomes that of the caller when the link is used.",
    needsToken: true,
    body: {
      properties: { email: { type: "string" }, password: secretText },
      example: { email: "new@example.com", password: exampleOfUser(context, "password") },
    },
    success: isAccepted,
    problems: [...ofForm, "authentication-required", ...ofLogIn],
  }),
} satisfies Readonly<Record<string, DescribeAccount>>;
