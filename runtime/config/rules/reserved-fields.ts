import { systemFieldNames } from "../system-fields.js";
import { fieldRule } from "./rule.js";

/** The fields that the server sets itself are not the configuration's to define. */
export const reservedFields = fieldRule(function* (_field, name, entity) {
  if (systemFieldNames(entity).includes(name.toLowerCase())) {
    const remedy =
      name.toLowerCase() === "id"
        ? `remove it, or make it the key with "primaryKey"`
        : `remove it, or switch the server's own off with "systemFields"`;
    yield { option: "", message: `every record has "${name.toLowerCase()}", set by the server: ${remedy}.` };
  }
});
