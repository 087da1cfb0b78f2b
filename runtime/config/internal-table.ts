import type { Entity } from "../model/model.js";

/** What a table that only the server sees has in common with others of its kind: nobody has a right to it, and nobody a say. */
export const internalTable = {
  description: undefined,
  renamedFrom: undefined,
  formerTables: [],
  isReadOnly: false,
  policy: { read: [], create: [], update: [], delete: [] },
  ownerField: undefined,
  users: undefined,
  hooks: {},
  readValidator: undefined,
  writeValidator: undefined,
} satisfies Partial<Entity>;
