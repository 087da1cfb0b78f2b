import type { Entity } from "../model/model.js";
import { entityOptionNames, entityShape, type EntitySettings } from "../model/settings/entity-shape.js";
import { parseOptions, pickOptions } from "../model/settings/option.js";

const defaults: EntitySettings = parseOptions(entityShape, { fields: {}, permissions: {} });

/** The common properties of the server's internal tables: no caller has access, and there are no hooks. */
export const internalTable = {
  ...pickOptions(defaults, entityOptionNames),
  formerTables: [],
  foreignKeys: [],
  relations: [],
  links: [],
  resolveForeignKeys: false,
  policy: { read: [], create: [], update: [], delete: [] },
  ownerField: undefined,
  users: undefined,
  hooks: {},
} satisfies Partial<Entity>;
