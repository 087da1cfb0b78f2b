import { adminShape } from "./admin-settings.js";
import { batchShape } from "./batch-settings.js";
import { changesShape } from "./changes-settings.js";
import { mcpShape } from "./mcp-settings.js";
import { openapiShape } from "./openapi-settings.js";
import type { Settings } from "./option.js";

/** The options of the surfaces that a configuration switches on, by their names. */
export const surfaceShapes = {
  admin: adminShape,
  batch: batchShape,
  changes: changesShape,
  mcp: mcpShape,
  openapi: openapiShape,
};

export const surfaceNames = Object.keys(surfaceShapes) as readonly (keyof typeof surfaceShapes)[];

/** The settings of each surface. `false` if the server does not have it. */
export type SurfaceSettings = {
  readonly [Name in keyof typeof surfaceShapes]: Settings<(typeof surfaceShapes)[Name]>;
};
