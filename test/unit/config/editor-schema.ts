import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { configJsonSchema } from "../../../generator/config/config-json-schema.js";
import { entityShape } from "../../../runtime/model/settings/entity-shape.js";
import { optionInfo } from "../../../runtime/model/settings/option.js";

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
// Validators ignore these keywords, which are for editors.
for (const keyword of ["markdownDescription", "errorMessage", "doNotSuggest"]) ajv.addKeyword(keyword);
const validate = ajv.compile(configJsonSchema());

/** The errors that an independent validator finds with the configuration's JSON Schema. */
export function schemaErrors(config: unknown): readonly ErrorObject[] {
  return validate(config) ? [] : (validate.errors ?? []);
}

/** The options of an entity that can only be written in code. */
const entityCode = Object.entries(entityShape.shape).flatMap(([key, option]) =>
  optionInfo.get(option)?.isCode === true ? [key] : [],
);

/** A configuration as it would be in a JSON file: without functions, streams and zod schemas. */
export function asJson(config: unknown): unknown {
  const isOfCode = (key: string, value: unknown) =>
    entityCode.includes(key) ||
    key === "destination" ||
    typeof value === "function" ||
    (typeof value === "object" && value !== null && "_zod" in value);
  const text = JSON.stringify(config, (key, value: unknown) => (isOfCode(key, value) ? undefined : value));
  return JSON.parse(text) as unknown;
}
