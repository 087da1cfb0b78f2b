import type { Config, EntityConfig, FieldConfig } from "data-api";
import { before, replace, type Edit } from "./edits.js";

/** A scenario: code is generated and edited, the configuration changes, and commands are run. */
export interface Case {
  /** The expected outcome. */
  readonly about: string;
  /** The configuration of the first run. `undefined` starts with an empty folder. */
  readonly config?: Config;
  readonly steps: readonly Step[];
  /** Why the resulting code does not compile, if that is expected. */
  readonly broken?: string;
}

export interface Step {
  readonly edits?: readonly Edit[];
  /** The configuration from this step on. */
  readonly config?: Config;
  /** Arguments for `generate` (none by default), or `status`, or "nothing" to run no command. */
  readonly run?: readonly string[] | "status" | "nothing";
}

export function defineCase(story: Case): Case {
  return story;
}

export const schema = "blogpost/blogpost.schema.ts";
export const repository = "blogpost/blogpost.repository.ts";
export const routes = "blogpost/blogpost.routes.ts";
export const policy = "blogpost/blogpost.policy.ts";
export const index = "index.ts";

const text: FieldConfig = { type: "string", isEditable: true, isRequired: true };
export const title = text;
export const short: FieldConfig = { ...text, maxLength: 100 };
export const content: FieldConfig = { type: "richtext", isEditable: true, isRequired: true };
export const views: FieldConfig = { type: "int", isEditable: true, isRequired: false };

export const everyone = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };

/** A blog whose posts have a title and a content, unless overridden. */
export function blog(
  blogpost: Partial<EntityConfig> = {},
  others: Readonly<Record<string, EntityConfig>> = {},
): Config {
  return withEntities({ blogpost: entity(blogpost), ...others });
}

export function entity(parts: Partial<EntityConfig> = {}): EntityConfig {
  return { fields: { title, content }, permissions: everyone, ...parts };
}

export function withEntities(entities: Config["entities"]): Config {
  return {
    database: { dialect: "sqlite", name: ":memory:" },
    server: { host: "127.0.0.1", maxEventLoopDelay: 0 },
    entities,
  };
}

/** Records with UUID keys, so that ids in routes and schemas are texts. */
export const uuidKey: Partial<EntityConfig> = { systemFields: { id: "uuid" } };
export const tag: EntityConfig = entity({ fields: { label: title } });

/** An edit of a handler. */
export const setHeader = before(
  routes,
  "    kit.replyRecord(res, await repository.findById(id, grant));\n",
  '    res.setHeader("X-Seen", "1");\n',
);
const shape = "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: ";
/** Edits of a member of the schema. */
export const limitTitle = replace(
  schema,
  `${shape}field.string(),`,
  `${shape}field.string({ maxLength: 50 }),`,
);
export const trimTitle = replace(schema, `${shape}field.string(),`, `${shape}field.string().trim(),`);
