import type { Response } from "express";
import { z } from "zod";
import { invalidToken } from "../../access/bearer-token.js";
import type { InputIssue } from "../../errors/api-error.js";
import { sendJson } from "../../http/send.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { field } from "../../model/schemas/field-schema.js";
import type { Entity } from "../../model/model.js";
import type { AccountMessages } from "../../repository/users/account-messages.js";
import { findCaller } from "../../repository/users/change-password.js";
import { checkInput, editableMembers, invalidFields } from "../../write/input/check-input.js";
import { passwordIssues } from "../../write/input/check-user.js";
import { confirmationIssues } from "../../write/input/confirm-password.js";
import type { CallHandler } from "../surface.js";
import { noteProven } from "./audited.js";
import { bodyParser, identifyKnown, type AuthContext } from "./auth-handler.js";
import { proveByPassword } from "./confirm-caller.js";

const forgottenBody = z.object({ username: field.text().optional(), email: field.text().optional() });
const resetBody = z.object({ token: field.text(), newPassword: field.text(), confirmPassword: field.text() });
const tokenBody = z.object({ token: field.text() });
const emailBody = z.object({ email: field.text(), password: field.text() });

/** Sends a link to reset the password. The answer does not tell whether there is such a user. */
export function forgotPassword(context: AuthContext): CallHandler {
  const parse = bodyParser(context.users, forgottenBody);
  const messages = messagesOf(context);
  return async (req, res) => {
    const asked = oneOfBoth(await parse(req));
    await context.rateLimits.ofMessages(req, "email" in asked ? asked.email : asked.username);
    const users = await messages.findForgetful(asked);
    accept(res);
    for (const { id } of users) messages.sendLink("reset-password", id);
  };
}

/** Sets a new password for the token of a link. The token of the request itself does not matter. */
export function resetPassword(context: AuthContext): CallHandler {
  const { users, rateLimits, apiKeys } = context;
  const parse = bodyParser(users, resetBody);
  const messages = messagesOf(context);
  return async (req, res) => {
    const { token, newPassword, confirmPassword } = await parse(req);
    const issues = [
      ...(users.users === undefined ? [] : passwordIssues("newPassword", newPassword, users.users)),
      ...confirmationIssues(confirmPassword, newPassword, "newPassword"),
    ];
    if (issues.length > 0) throw invalidFields(issues);
    const user = await rateLimits.ofRefreshes(req, undefined, () =>
      messages.resetPassword(token, newPassword, requestIdOf(req)),
    );
    if (user === undefined) throw invalidLink();
    // It may have ended those of the user.
    apiKeys?.forget(undefined);
    noteProven(res, user);
    res.writeHead(204).end();
  };
}

/** Verifies the address that the link of the token was sent to. The token of the request itself does not matter. */
export function verifyEmail(context: AuthContext): CallHandler {
  const parse = bodyParser(context.users, tokenBody);
  const messages = messagesOf(context);
  return async (req, res) => {
    const { token } = await parse(req);
    const user = await context.rateLimits.ofRefreshes(req, undefined, () =>
      messages.verifyEmail(token, requestIdOf(req)),
    );
    if (user === undefined) throw invalidLink();
    noteProven(res, user);
    res.writeHead(204).end();
  };
}

/** Sends the caller another link to verify the address, unless it is verified. */
export function sendVerification(context: AuthContext): CallHandler {
  const messages = messagesOf(context);
  return async (req, res) => {
    const caller = await identifyKnown(req, context.identify);
    const user = await findCaller(context.users, caller, context.find);
    await context.rateLimits.ofMessages(req, user?.username ?? "");
    accept(res);
    if (user !== undefined) messages.sendLink("verify-email", user.id);
  };
}

/** Sends a link to a new address. With it, the address becomes that of the caller. */
export function changeEmail(context: AuthContext): CallHandler {
  const { identify, users, find, rateLimits } = context;
  const parse = bodyParser(users, emailBody);
  const messages = messagesOf(context);
  return async (req, res) => {
    const caller = await identifyKnown(req, identify);
    const { email, password } = await parse(req);
    const to = newEmail(users, email);
    const user = await findCaller(users, caller, find);
    const { id, username } = await proveByPassword(req, user, password, context);
    await rateLimits.ofMessages(req, username);
    accept(res);
    messages.sendLink("change-email", id, to);
  };
}

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

function oneOfBoth({ username, email }: z.output<typeof forgottenBody>) {
  if (username !== undefined && email === undefined) return { username };
  if (email !== undefined && username === undefined) return { email };
  const issue: InputIssue =
    email === undefined
      ? { path: "username", code: "required", message: `"username" or "email" is required.` }
      : { path: "email", code: "not-together", message: `"username" and "email" cannot be given together.` };
  throw invalidFields([issue]);
}

function accept(res: Response): void {
  sendJson(res, 202, "{}");
}

function invalidLink() {
  return invalidToken("The link is not valid, has expired or was used: ask for another.");
}

/** The endpoints exist only with `auth.messages`. */
function messagesOf({ messages }: AuthContext): AccountMessages {
  if (messages === undefined) throw new Error('"auth.messages" is off.');
  return messages;
}
