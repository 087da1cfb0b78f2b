// @data-api setting/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const settingSchema = z.object({
  name: field.oneOf("string", ["theme", "language"]),
  value: field.json().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newSettingSchema = z.object({
  name: field.oneOf("string", ["theme", "language"]),
  value: field.json().nullish(),
});

/** What an update may change. */
export const settingChangesSchema = z
  .object({
    value: field.json().nullable(),
  })
  .partial();

export type Setting = z.output<typeof settingSchema>;
export type NewSetting = z.input<typeof newSettingSchema>;
export type SettingChanges = z.input<typeof settingChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface SettingShape {
  fields: FieldsIn<typeof settingSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface SettingTable {
  name: "theme" | "language";
  value: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const settingFields = {
  name: 'string(1..255), required, not updated, one of ["theme","language"]',
  value: "json, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
