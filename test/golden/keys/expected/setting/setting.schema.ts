// @data-api setting/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const settingSchema = z.object({
  name: field.oneOf("string", ["theme", "language"]),
  value: field.json().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const settingInputs = settingSchema.omit({ createdat: true, updatedat: true });

/** What a create takes. */
export const newSettingSchema = z.object({
  ...settingInputs.shape,
  value: settingSchema.shape.value.optional(),
});

/** What an update may change. */
export const settingChangesSchema = z
  .object({ ...settingInputs.omit({ name: true }).shape })
  .partial();

export type Setting = z.output<typeof settingSchema>;
export type NewSetting = z.input<typeof newSettingSchema>;
export type SettingChanges = z.input<typeof settingChangesSchema>;
export type SettingTable = RowsIn<Database, "setting">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface SettingShape {
  record: Setting;
  input: NewSetting;
  changes: SettingChanges;
  key: "name";
  tables: Database;
  fields: FieldsIn<typeof settingSchema>;
  relations: object;
}
