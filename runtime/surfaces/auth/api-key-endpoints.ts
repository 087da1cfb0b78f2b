import { z } from "zod";
import { ApiError } from "../../errors/api-error.js";
import { field } from "../../model/schemas/field-schema.js";
import type { Schema } from "../../model/values/type-schemas.js";
import { checkNewKey } from "../../repository/users/check-new-key.js";
import { invalidFields } from "../../write/input/check-input.js";
import { endpointsOfFeature } from "./auth-endpoint.js";
import { accountProblems, inBody, jsonTypes, success } from "./auth-parts.js";

const endpoint = endpointsOfFeature(
  ({ apiKeys }) => apiKeys !== false,
  ({ apiKeys }) => apiKeys,
);

const names: Schema = { type: "array", minItems: 1, items: jsonTypes.text };
const namesOrNull: Schema = { ...names, type: ["array", "null"] };
const nameList = z.array(field.text()).nullish();

/** The members of a key, without the key itself. */
const listed = {
  id: jsonTypes.text,
  name: jsonTypes.text,
  createdAt: jsonTypes.time,
  expiresAt: jsonTypes.timeOrNull,
  usedAt: { ...jsonTypes.timeOrNull, description: "When it was used last, within a minute." },
  operations: { ...namesOrNull, description: "`null`: all." },
  entities: { ...namesOrNull, description: "`null`: all." },
};

export const apiKeyEndpoints = [
  endpoint("createKey", "post", "/keys", {
    summary: "Make an API key",
    description: "Only this answer has the key. It ends when it expires or is revoked, not with a log-out.",
    // A token that has ended on another server must not make a key, which would outlive it.
    mayCall: "looked-up",
    body: {
      name: inBody.of(field.text(), {
        ...jsonTypes.text,
        minLength: 1,
        maxLength: 100,
        description: "What the key is for.",
      }),
      expiresInDays: inBody.of(field.int().optional(), ({ auth }) => {
        const keys = auth?.tokens?.kind === "own" && auth.tokens.apiKeys;
        const maximum = keys ? keys.maxLifetimeInDays : undefined;
        return { type: "integer", minimum: 1, maximum, description: "Default: the maximum." };
      }),
      operations: inBody.of(nameList, {
        ...names,
        description: "`read`, `create`, `update`, `delete` and names of operations. Default: all.",
      }),
      entities: inBody.of(nameList, { ...names, description: "The names of entities. Default: all." }),
    },
    example: () => ({ name: "Nightly report", expiresInDays: 30, operations: ["read"] }),
    success: {
      status: 201,
      description: "The key.",
      component: "NewApiKey",
      members: { ...listed, key: { ...jsonTypes.text, description: "For `Authorization: Bearer`." } },
    },
    problems: accountProblems.caller,
    answer: async ({ caller, body, own: keys, requestId }, { model }) => {
      const { key, issues } = checkNewKey(body, model, keys.maxDays);
      if (issues.length > 0) throw invalidFields(issues);
      return keys.create(caller.userId, key, { caller, requestId });
    },
  }),
  endpoint("listKeys", "get", "/keys", {
    summary: "List your API keys",
    description: "Those that have not expired, without the keys themselves.",
    mayCall: "looked-up",
    success: { status: 200, description: "The keys, the oldest first.", items: listed, component: "ApiKey" },
    problems: accountProblems.caller,
    answer: ({ caller, own: keys }) => keys.list(caller.userId),
  }),
  endpoint("revokeAllKeys", "delete", "/keys", {
    summary: "Revoke all your API keys",
    description: "On other servers, they end within five seconds.",
    mayCall: "looked-up",
    success: success.done("The keys are revoked."),
    problems: accountProblems.caller,
    answer: async ({ caller, own: keys, requestId }) => {
      await keys.revoke(caller.userId, undefined, { caller, requestId });
    },
  }),
  endpoint("revokeKey", "delete", "/keys/:id", {
    summary: "Revoke an API key",
    description: "On other servers, it ends within five seconds.",
    mayCall: "looked-up",
    success: success.done("The key is revoked."),
    problems: [...accountProblems.caller, "unknown-record"],
    answer: async ({ id, caller, own: keys, requestId }) => {
      // The keys of others are not there.
      if ((await keys.revoke(caller.userId, id, { caller, requestId })) === 0)
        throw new ApiError("unknown-record", "You have no such key.");
    },
  }),
];
