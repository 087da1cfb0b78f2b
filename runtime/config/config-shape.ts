import { z } from "zod";
import { authShape } from "../model/settings/auth-settings.js";
import { databaseShape } from "../model/settings/database-settings.js";
import { endpointFamilies } from "../model/endpoint-families.js";
import { entityShape } from "../model/settings/entity-shape.js";
import { ownOperationsShape } from "../model/settings/own-operations-shape.js";
import { flag, group, option, optionalText, type Settings } from "../model/settings/option.js";
import { serverShape } from "../model/settings/server-settings.js";
import { surfaceShapes } from "../model/settings/surface-settings.js";
import { webhooksShape } from "../model/settings/webhooks-settings.js";

/** The shape of a configuration: the allowed values of each key. `rules/` checks keys against each other. */
export const configShape = group("Config", "A configuration.", {
  $schema: option(optionalText(), "The JSON Schema that editors use, in JSON files."),
  database: databaseShape,
  entities: option(z.record(z.string(), entityShape), "The entities by name."),
  auth: authShape.optional(),
  server: serverShape.optional(),
  endpoints: option(
    z
      .array(z.enum(endpointFamilies))
      .min(1)
      .refine((families) => new Set(families).size === families.length, "must name each once")
      .default([...endpointFamilies]),
    "The endpoints for reads: `path` has the page and the condition in the path, `query` in parameters. Writes have the same endpoints with both.",
    { uniqueItems: true },
  ),
  operations: ownOperationsShape,
  ...surfaceShapes,
  webhooks: webhooksShape,
  strictBody: option(
    flag(),
    "Reject bodies with unknown or non-editable fields, instead of ignoring these fields.",
    { answer: "400 `invalid-fields`" },
  ),
});

/** A configuration with all defaults that do not depend on other options. */
export type ConfigSettings = Settings<typeof configShape>;
