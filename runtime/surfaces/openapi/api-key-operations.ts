import {
  doneAnswer,
  listAnswer,
  objectOf,
  ofForm,
  ofTokenCaller,
  timeText,
  timeTextOrNull,
  type DescribeAccount,
} from "./describe-account.js";
import { jsonContent } from "./json-content.js";
import type { Schema } from "./openapi-types.js";

const names: Schema = { type: "array", minItems: 1, items: { type: "string" } };
const namesOrNull: Schema = { ...names, type: ["array", "null"] };

/** The members of a key, without the key itself. */
const listed: Readonly<Record<string, Schema>> = {
  id: { type: "string" },
  name: { type: "string" },
  createdAt: timeText,
  expiresAt: timeTextOrNull,
  usedAt: { ...timeTextOrNull, description: "When it was used last, within a minute." },
  operations: { ...namesOrNull, description: "`null`: all." },
  entities: { ...namesOrNull, description: "`null`: all." },
};

/** The endpoints of API keys. */
export const apiKeyOperations = {
  createKey: ({ model, components }) => {
    const own = model.auth?.tokens?.kind === "own" ? model.auth.tokens.apiKeys : false;
    const made = components.once("schemas", "NewApiKey", () =>
      objectOf({ ...listed, key: { type: "string", description: "For `Authorization: Bearer`." } }),
    );
    return {
      summary: "Make an API key",
      description: "Only this answer has the key. It ends when it expires or is revoked, not with a log-out.",
      needsToken: true,
      body: {
        properties: {
          name: { type: "string", minLength: 1, maxLength: 100, description: "What the key is for." },
          expiresInDays: {
            type: "integer",
            minimum: 1,
            maximum: own === false ? undefined : own.maxLifetimeInDays,
            description: "Default: the maximum.",
          },
          operations: {
            ...names,
            description: "`read`, `create`, `update`, `delete` and names of operations. Default: all.",
          },
          entities: { ...names, description: "The names of entities. Default: all." },
        },
        optional: ["expiresInDays", "operations", "entities"],
        example: { name: "Nightly report", expiresInDays: 30, operations: ["read"] },
      },
      success: { 201: { description: "The key.", content: jsonContent(made) } },
      problems: [...ofForm, ...ofTokenCaller],
    };
  },
  listKeys: ({ components }) => {
    const item = components.once("schemas", "ApiKey", () => objectOf(listed));
    return {
      summary: "List your API keys",
      description: "Those that have not expired, without the keys themselves.",
      needsToken: true,
      success: listAnswer("The keys, the oldest first.", item),
      problems: ofTokenCaller,
    };
  },
  revokeAllKeys: () => ({
    summary: "Revoke all your API keys",
    description: "On other servers, they end within five seconds.",
    needsToken: true,
    success: doneAnswer("The keys are revoked."),
    problems: ofTokenCaller,
  }),
  revokeKey: () => ({
    summary: "Revoke an API key",
    description: "On other servers, it ends within five seconds.",
    needsToken: true,
    success: doneAnswer("The key is revoked."),
    problems: [...ofTokenCaller, "unknown-record"],
  }),
} satisfies Readonly<Record<string, DescribeAccount>>;
