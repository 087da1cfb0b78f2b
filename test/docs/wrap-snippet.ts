/**
 * The module for checking a TypeScript block. A `partial` block is completed by its first words: to a configuration,
 * an entity, a class, a router, or a function with a server.
 */
export function wrapSnippet(text: string, isPartial: boolean): string {
  if (!isPartial) return text;
  const [first = ""] = /\S.*/.exec(text) ?? [];
  if (/^(database|auth|server|mcp|openapi):/.test(first)) return configOf("Partial<Config>", text, "...part");
  if (/^(permissions|hooks|fields|readValidator):/.test(first))
    return configOf(
      "Partial<EntityConfig>",
      text,
      `entities: { ...base.entities, note: { ...base.entities.note, ...part } }`,
    );
  if (/^\w+: \{ type:/.test(first))
    return configOf(
      "Record<string, FieldConfig>",
      text,
      `entities: { ...base.entities, note: { fields: part, permissions: {} } }`,
    );
  if (/^\w+: \{/.test(first))
    return configOf(`Config["entities"]`, text, "entities: { ...base.entities, ...part }");
  if (/^protected override/.test(first))
    return `${code}export class Own extends MessageRepository {\n${text}}`;
  return `${code}${text}`;
}

/** Whether a block is a configuration, which can be validated. */
export function isConfig(text: string): boolean {
  return text.includes("export default defineConfig(");
}

function configOf(type: string, part: string, changes: string): string {
  return `import { ApiError, defineConfig, type Config, type EntityConfig, type FieldConfig } from "data-api";
declare function findClient(key: string): Promise<{ id: string; roles: string[]; team: string } | undefined>;
declare function sendMail(record: unknown): Promise<void>;
const note = { fields: { text: { type: "text", isEditable: true, isRequired: true } }, permissions: {} } as const;
const tag = { fields: { name: { type: "string", isEditable: true, isRequired: true } }, permissions: {} } as const;
const base = {
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "a secret key of more than 32 bytes" },
  entities: { note, tag },
} as const;
const part: ${type} = {
${part}
};
export default defineConfig({ ...base, ${changes} } as Config);
export { ApiError, findClient, sendMail };
`;
}

/** Declarations that partial code may use. */
const code = `import { ApiError, DataApi, type BeforeCreate } from "data-api";
import * as kit from "data-api/kit";
import { field, z } from "data-api/kit";
import messages from "../../../../examples/messages/data-api.config.js";
import { blogpostPolicy } from "../../../../examples/blog/src/api/blogpost/blogpost.policy.js";
import { blogpostSchema as recordSchema } from "../../../../examples/blog/src/api/blogpost/blogpost.schema.js";
import type { BlogpostRepository } from "../../../../examples/blog/src/api/blogpost/blogpost.repository.js";
import { MessageRepository } from "../../../../examples/messages/src/api/message/message.repository.js";
import type { NewMessage } from "../../../../examples/messages/src/api/message/message.schema.js";
declare const router: kit.Router;
declare const repository: BlogpostRepository & { countView(id: number): Promise<void> };
declare const identify: kit.RouteContext<BlogpostRepository>["identify"];
declare const id: number;
declare const blogpostInputs: typeof recordSchema;
const { entity } = repository;
const api = new DataApi(messages);
export { ApiError, api, blogpostPolicy, entity, field, id, identify, kit, MessageRepository, router, z };
export type { BeforeCreate, NewMessage };
`;
