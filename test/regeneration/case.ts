import type { Config, EntityConfig, FieldConfig } from "data-api";
import type { Edit } from "./edits.js";

/** One story: code is generated, people edit it, the configuration changes, commands are run. */
export interface Case {
  /** What must come of it. */
  readonly about: string;
  /** What the code is generated from first. Undefined: nothing is there yet. */
  readonly config?: Config;
  readonly steps: readonly Step[];
  /** Why the code does not compile in the end, if that is as it must be. */
  readonly broken?: string;
}

export interface Step {
  readonly edits?: readonly Edit[];
  /** From here on. */
  readonly config?: Config;
  /** `generate` with these arguments (default: none), or `status`, or nothing is run. */
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

/** A blog with blogposts of a title and a content, unless said otherwise. */
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
  return { database: { dialect: "sqlite", name: ":memory:" }, server: { host: "127.0.0.1" }, entities };
}

/** Records with random keys: the identifiers in routes and schemas are texts. */
export const uuidKey: Partial<EntityConfig> = { systemFields: { id: "uuid" } };
export const tag: EntityConfig = entity({ fields: { label: title } });
