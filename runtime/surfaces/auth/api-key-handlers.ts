import type { Request } from "express";
import { z } from "zod";
import { ApiError } from "../../errors/api-error.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { sendJson } from "../../http/send.js";
import { field } from "../../model/schemas/field-schema.js";
import type { ApiKeys } from "../../repository/users/api-keys.js";
import { forgetUser } from "../../repository/users/current-users.js";
import { checkNewKey } from "../../repository/users/check-new-key.js";
import { invalidFields } from "../../write/input/check-input.js";
import type { CallHandler } from "../surface.js";
import { bodyParser, identifyKnown, type AuthContext, type AuthHandler } from "./auth-handler.js";

const names = z.array(field.text()).nullish();
const newKey = z.object({
  name: field.text(),
  expiresInDays: field.int().optional(),
  operations: names,
  entities: names,
});

/** Makes a key, and shows it this once. */
export const createKey: AuthHandler = (context) => {
  const parse = bodyParser(context.users, newKey);
  return withKeys(context, async ({ keys, userId, req, res, actor }) => {
    const asked = await parse(req);
    const { key, issues } = checkNewKey(asked, context.model, keys.maxDays);
    if (issues.length > 0) throw invalidFields(issues);
    sendJson(res, 201, JSON.stringify(await keys.create(userId, key, actor)));
  });
};

export const listKeys: AuthHandler = (context) =>
  withKeys(context, async ({ keys, userId, res }) => {
    const items = await keys.list(userId);
    sendJson(res, 200, JSON.stringify({ count: items.length, items }));
  });

/** Revokes the key of the path. The keys of others are not there. */
export const revokeKey: AuthHandler = (context) =>
  withKeys(context, async ({ keys, userId, req, res, actor }) => {
    if ((await keys.revoke(userId, String(req.params["id"]), actor)) === 0)
      throw new ApiError("unknown-record", "You have no such key.");
    res.writeHead(204).end();
  });

export const revokeAllKeys: AuthHandler = (context) =>
  withKeys(context, async ({ keys, userId, res, actor }) => {
    await keys.revoke(userId, undefined, actor);
    res.writeHead(204).end();
  });

interface KeyRequest {
  readonly keys: ApiKeys;
  readonly userId: Parameters<ApiKeys["list"]>[0];
  readonly req: Request;
  readonly res: Parameters<CallHandler>[1];
  readonly actor: Parameters<ApiKeys["create"]>[2];
}

function withKeys(
  { identify, identifyUncounted, apiKeys: keys, database }: AuthContext,
  work: (request: KeyRequest) => Promise<void>,
): CallHandler {
  return async (req, res) => {
    const { userId } = await identifyKnown(req, identify);
    // A token that has ended on another server must not make a key, which would outlive it.
    forgetUser(database, userId);
    const caller = await identifyKnown(req, identifyUncounted);
    if (userId === null || keys === undefined)
      throw new ApiError("forbidden", "Keys belong to the users of this server.");
    await work({ keys, userId, req, res, actor: { caller, requestId: requestIdOf(req) } });
  };
}
