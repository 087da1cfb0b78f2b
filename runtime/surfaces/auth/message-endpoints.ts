import { invalidToken } from "../../access/bearer-token.js";
import type { Entity } from "../../model/model.js";
import { checkInput, editableMembers, invalidFields } from "../../write/input/check-input.js";
import { noteProven } from "./audited.js";
import { endpointsOfFeature } from "./auth-endpoint.js";
import { accountProblems, inBody, success, type AuthAnswer } from "./auth-parts.js";
import { checkNewPassword } from "./check-new-password.js";
import { confirmCaller } from "./confirm-caller.js";

const endpoint = endpointsOfFeature(
  ({ messages }) => messages !== undefined,
  ({ messages }) => messages,
);

/** Sent whether there is such a user or not. The messages follow it. */
const acceptedAnswer: AuthAnswer = {
  status: 202,
  description: "The message is sent if there is such a user.",
};

export const messageEndpoints = [
  endpoint("forgotPassword", "post", "/password/forgot", {
    summary: "Ask for a link to reset the password",
    description:
      "Give the user name or the e-mail address. The answer does not tell whether there is such a user.",
    mayCall: "anyone",
    body: { username: inBody.optional(inBody.text), email: inBody.optional(inBody.text) },
    example: (user) => ({ username: user("username") }),
    success: acceptedAnswer,
    problems: ["too-many-requests", "rate-limits-unavailable"],
    answer: async ({ req, body, own: messages }, { rateLimits }) => {
      const asked = oneOfBoth(body);
      await rateLimits.ofMessages(req, "email" in asked ? asked.email : asked.username);
      for (const { id } of await messages.findForgetful(asked)) messages.sendLink("reset-password", id);
      return {};
    },
  }),
  endpoint("resetPassword", "post", "/password/reset", {
    summary: "Reset the password",
    description: "Sets a new password for the token of a link. Ends all tokens of the user.",
    mayCall: "anyone",
    audit: "reset-password",
    body: { token: inBody.secret, ...inBody.newPassword },
    example: (user) => ({
      token: "the token of the link",
      newPassword: user("password"),
      confirmPassword: user("password"),
    }),
    success: success.done("The password is changed."),
    problems: [...accountProblems.link, "unique-conflict", "too-many-passwords"],
    answer: async ({ req, res, body, own: messages, requestId }, { users, rateLimits, apiKeys }) => {
      checkNewPassword(body, users);
      const user = await rateLimits.ofRefreshes(req, undefined, () =>
        messages.resetPassword(body.token, body.newPassword, requestId),
      );
      if (user === undefined) throw invalidLink();
      // It may have ended those of the user.
      apiKeys?.forget(undefined);
      noteProven(res, user);
    },
  }),
  endpoint("verifyEmail", "post", "/email/verify", {
    summary: "Verify an e-mail address",
    description: "Takes the token of a link, to verify the address of a user or to change it.",
    mayCall: "anyone",
    audit: "verify-email",
    body: { token: inBody.secret },
    example: () => ({ token: "the token of the link" }),
    success: success.done("The address is verified."),
    problems: [...accountProblems.link, "unique-conflict"],
    answer: async ({ req, res, body, own: messages, requestId }, { rateLimits }) => {
      const user = await rateLimits.ofRefreshes(req, undefined, () =>
        messages.verifyEmail(body.token, requestId),
      );
      if (user === undefined) throw invalidLink();
      noteProven(res, user);
    },
  }),
  endpoint("sendVerification", "post", "/email/send", {
    summary: "Ask for a link to verify the e-mail address",
    description: "Sends a link to the caller, unless the address is verified.",
    mayCall: "caller",
    success: acceptedAnswer,
    problems: accountProblems.link,
    answer: async ({ req, caller, own: messages }, { find, rateLimits }) => {
      const user = await find.byId(caller.userId);
      await rateLimits.ofMessages(req, user?.username ?? "");
      if (user !== undefined) messages.sendLink("verify-email", user.id);
      return {};
    },
  }),
  endpoint("changeEmail", "post", "/email/change", {
    summary: "Ask for a link to change the e-mail address",
    description: "Sends a link to the new address. It becomes that of the caller when the link is used.",
    mayCall: "caller",
    audit: "change-email",
    body: { email: inBody.text, ...inBody.proof },
    example: (user) => ({ email: "new@example.com", password: user("password") }),
    success: acceptedAnswer,
    problems: accountProblems.logIn,
    answer: async ({ req, caller, body: { email, ...proof }, own: messages }, context) => {
      const to = newEmail(context.users, email);
      const user = await context.find.byId(caller.userId);
      const { id, username } = await confirmCaller(req, user, proof, context);
      await context.rateLimits.ofMessages(req, username);
      messages.sendLink("change-email", id, to);
      return {};
    },
  }),
];

/** The address in canonical form. @throws {ApiError} if users cannot have it, or cannot change theirs. */
function newEmail(users: Entity, email: string): string {
  if (!editableMembers(users).has("email"))
    throw invalidFields([
      { path: "email", code: "not-editable", message: `"email" cannot be changed by users.` },
    ]);
  const { fields, values } = checkInput({ kind: "update", entity: users }, { email }, undefined);
  const value = values[fields.findIndex(({ name }) => name === "email")];
  return typeof value === "string" ? value : email;
}

function oneOfBoth({
  username,
  email,
}: {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
}) {
  if (username !== undefined && email === undefined) return { username };
  if (email !== undefined && username === undefined) return { email };
  throw invalidFields([
    email === undefined
      ? { path: "username", code: "required", message: `"username" or "email" is required.` }
      : { path: "email", code: "not-together", message: `"username" and "email" cannot be given together.` },
  ]);
}

function invalidLink() {
  return invalidToken("The link is not valid, has expired or was used: ask for another.");
}
