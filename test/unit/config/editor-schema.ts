import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { configJsonSchema } from "../../../generator/config/config-json-schema.js";
import { entityShape } from "../../../runtime/model/settings/entity-shape.js";
import { optionInfo } from "../../../runtime/model/settings/option.js";

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
// The keywords of editors mean nothing to a validator.
for (const keyword of ["markdownDescription", "errorMessage", "doNotSuggest"]) ajv.addKeyword(keyword);
const validate = ajv.compile(configJsonSchema());

/** What the JSON Schema of the configuration refuses, as another's validator understands it. */
export function schemaErrors(config: unknown): readonly ErrorObject[] {
  return validate(config) ? [] : (validate.errors ?? []);
}

/** The options of an entity that only code can give. */
const entityCode = Object.entries(entityShape.shape).flatMap(([key, option]) =>
  optionInfo.get(option)?.isCode === true ? [key] : [],
);

/** A configuration as its JSON file would be: without functions, streams and schemas of zod. */
export function asJson(config: unknown): unknown {
  const isOfCode = (key: string, value: unknown) =>
    entityCode.includes(key) ||
    key === "destination" ||
    typeof value === "function" ||
    (typeof value === "object" && value !== null && "_zod" in value);
  const text = JSON.stringify(config, (key, value: unknown) => (isOfCode(key, value) ? undefined : value));
  return JSON.parse(text) as unknown;
}
