import type { Config } from "data-api";
import blog from "../../examples/blog/data-api.config.js";
import messages from "../../examples/messages/data-api.config.js";
import { field, openEntity } from "../conformance/fields.js";
import access from "../golden/access/config.js";
import allTypes from "../golden/all-types/config.js";
import keys from "../golden/keys/config.js";
import names from "../golden/names/config.js";
import { nasty } from "./nasty.js";
import { worlds } from "./worlds.js";

const database = { dialect: "sqlite", name: ":memory:" } as const;

/** The configurations whose documents are checked without a server. */
export const configurations: readonly { readonly name: string; readonly config: Config }[] = [
  { name: "the blog", config: blog },
  { name: "the messages", config: messages },
  { name: "every type", config: allTypes },
  { name: "keys of all kinds", config: keys },
  { name: "odd names", config: names },
  { name: "roles, rules and lists of fields", config: access },
  ...worlds.map(({ name, config }) => ({ name, config: { ...config, database } })),
  { name: "what generators read wrongly", config: nasty },
  { name: "batches", config: { ...access, batch: true } },
  { name: "live changes and webhooks", config: followed() },
  { name: "entities that nobody may use", config: closed() },
  { name: "callers of an identity provider", config: ofProvider() },
];

function closed(): Config {
  return { database, entities: { note: { fields: { title: field("string") }, permissions: {} } } };
}

function followed(): Config {
  const { entities }: Config = keys;
  const names = Object.keys(entities).filter((name) => entities[name]?.isReadOnly !== true);
  const secret = `whsec_${"A".repeat(32)}`;
  return {
    ...keys,
    changes: { entities: names },
    webhooks: names.map((name) => ({ name, url: "https://example.com", events: [`${name}.*`], secret })),
  };
}

function ofProvider(): Config {
  return {
    database,
    auth: { jwt: { issuer: "https://login.example.com/", audience: "notes" } },
    entities: { note: openEntity({ title: field("string") }) },
    openapi: {
      title: "Notes",
      version: "2.1.0",
      description: "Notes of **everybody**.",
      url: "https://notes.test",
    },
  };
}
