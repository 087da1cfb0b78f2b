import { z } from "zod";
import { configShape } from "../runtime/config/config-shape.js";
import { optionInfo, type OptionInfo } from "../runtime/model/option.js";

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
}

type Override = NonNullable<z.core.ToJSONSchemaParams["override"]>;

/** The schema of all options, with their `OptionInfo`. */
export function optionSchema(override: Override = () => undefined): OptionSchema {
  const metadata = optionInfo as unknown as typeof z.globalRegistry;
  const schema = z.toJSONSchema(configShape, { io: "input", unrepresentable: "any", metadata, override });
  return schema as OptionSchema;
}

/**
 * The JSON Schema that editors use for JSON configurations. Options that JSON cannot express are left out.
 */
export function configJsonSchema(): object {
  return optionSchema(({ zodSchema, jsonSchema }) => {
    const { usually, description } = jsonSchema as OptionSchema;
    if (usually !== undefined) jsonSchema.description = `${description ?? ""} Default: ${usually}.`;
    if (usually !== undefined || zodSchema._zod.def.type === "prefault") delete jsonSchema.default;
    for (const fact of ["name", "typescript", "usually", "answer", "isCode"])
      Reflect.deleteProperty(jsonSchema, fact);
    if (zodSchema instanceof z.ZodObject)
      for (const [key, member] of Object.entries(zodSchema.shape))
        if (optionInfo.get(member)?.isCode === true) delete jsonSchema.properties?.[key];
  });
}
