import type { Entity } from "../model/model.js";
import { entityShape, unlikeEntity } from "../model/settings/entity-shape.js";
import { defaultsOf, withoutOptions } from "../model/settings/option.js";

/** The common properties of the server's internal tables: no caller has access, and there are no hooks. */
export const internalTable = {
  ...withoutOptions(defaultsOf(entityShape, { fields: {}, permissions: {} }), unlikeEntity),
  formerTables: [],
  foreignKeys: [],
  relations: [],
  resolveForeignKeys: false,
  policy: { read: [], create: [], update: [], delete: [] },
  ownerField: undefined,
  users: undefined,
  hooks: {},
} satisfies Partial<Entity>;
