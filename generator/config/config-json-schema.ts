import { z } from "zod";
import { configShape } from "../../runtime/config/config-shape.js";
import { optionInfo, type OptionInfo } from "../../runtime/model/settings/option.js";

/** A JSON Schema extended with the `OptionInfo` of each option. */
export interface OptionSchema extends Partial<OptionInfo> {
  /** A list for a union of plain types. */
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: OptionSchema | false;
  readonly items?: OptionSchema;
  readonly anyOf?: readonly OptionSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly not?: object;
}

type Override = NonNullable<z.core.ToJSONSchemaParams["override"]>;

/** The schema of all options, with their `OptionInfo`. */
export function optionSchema(override: Override = () => undefined): OptionSchema {
  const metadata = optionInfo as unknown as typeof z.globalRegistry;
  const schema = z.toJSONSchema(configShape, { io: "input", unrepresentable: "any", metadata, override });
  return schema as OptionSchema;
}

/** The keywords for options that only code can set: editors hide them in completion and reject them with a reason. */
const notInJson = {
  not: {},
  doNotSuggest: true,
  errorMessage:
    "JSON cannot hold functions and streams. Write the configuration as data-api.config.ts to use this option.",
};

/**
 * The JSON Schema that editors use for JSON configurations. Besides the keywords of JSON Schema it has those of
 * Visual Studio Code: `markdownDescription`, `errorMessage` and `doNotSuggest`.
 */
export function configJsonSchema(): object {
  const schema = optionSchema(({ zodSchema, jsonSchema }) => {
    const { usually, isCode, description = "" } = jsonSchema as OptionSchema;
    const value = zodSchema instanceof z.ZodDefault ? zodSchema.def.defaultValue : undefined;
    // Zod leaves out the default of a transformed value, and uses the input of an object as its default.
    if (value === undefined) delete jsonSchema.default;
    else Object.assign(jsonSchema, { default: value });
    const words = usually ?? (value === undefined ? undefined : `\`${JSON.stringify(value)}\``);
    const reason = isCode ? ` ${notInJson.errorMessage}` : "";
    describe(jsonSchema, `${description}${words === undefined ? "" : ` Default: ${words}.`}${reason}`);
    if (isCode) Object.assign(jsonSchema, notInJson);
    const { required, properties = {} } = jsonSchema as OptionSchema;
    // A function that is required is missing in JSON, which is no mistake of one of the other options.
    const isCodeOption = (name: string) => properties[name]?.not !== undefined;
    if (required?.some(isCodeOption) === true)
      Object.assign(jsonSchema, { required: required.filter((name) => !isCodeOption(name)) });
    for (const fact of ["name", "typescript", "usually", "answer", "isCode", "isSecret", "isKept"])
      Reflect.deleteProperty(jsonSchema, fact);
  });
  return { ...schema, title: "The configuration of data-api" };
}

/** Editors show a plain description unformatted, with its backticks. */
function describe(schema: { description?: string }, description: string): void {
  if (description === "") return;
  const plain = description.replaceAll("`", "");
  Object.assign(schema, {
    description: plain,
    ...(plain !== description && { markdownDescription: description }),
  });
}
