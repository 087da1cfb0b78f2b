import type { Entity } from "../model/model.js";

/** The common properties of the server's internal tables: no caller has access, and there are no hooks. */
export const internalTable = {
  description: undefined,
  renamedFrom: undefined,
  formerTables: [],
  isReadOnly: false,
  foreignKeys: [],
  relations: [],
  resolvesForeignKeys: false,
  policy: { read: [], create: [], update: [], delete: [] },
  ownerField: undefined,
  users: undefined,
  hooks: {},
  readValidator: undefined,
  writeValidator: undefined,
} satisfies Partial<Entity>;
