import type { OptionSchema } from "../generator/config/config-json-schema.js";

const head = `// Generated from the shape of the configuration by \`npm run options\`. Do not edit.
import type { ZodType } from "zod";
import type { IdentifyCaller, SendMessage } from "../model/settings/auth-settings.js";
import type { FieldTypeName, FieldValue } from "../model/field-type.js";
import type { ListItemType } from "../model/values/list.js";
import type { EntityHooks } from "../model/hooks.js";
import type { Operation, ReadValidator, WriteValidator } from "../model/model.js";
import type { OperationHandler } from "../model/own-operation.js";
import type { LogDestination } from "../model/settings/server-settings.js";
`;

/** The TypeScript types of a written configuration, with the JSDoc that editors show. */
export function configTypes(schema: OptionSchema): string {
  const declarations = new Map<string, string>();

  function typeOf(option: OptionSchema): string {
    const { name, typescript } = option;
    if (name === undefined) {
      const written = writtenType(option);
      return typescript ?? written;
    }
    // Printed before the types that it uses.
    declarations.set(name, "");
    const written = writtenType(option);
    const keyword = option.properties ? `interface ${name} ` : `type ${name} = `;
    declarations.set(name, `${jsdoc(option.description)}export ${keyword}${written}`);
    return name;
  }

  function writtenType(option: OptionSchema): string {
    const { anyOf, properties, additionalProperties, items } = option;
    if (option.enum) return option.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (option.const !== undefined) return JSON.stringify(option.const);
    if (anyOf) return anyOf.map(typeOf).join(" | ");
    if (properties) return `{\n${members(properties, option.required ?? []).join("\n")}\n}`;
    if (additionalProperties) return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
    if (items) return `readonly ${parenthesized(typeOf(items))}[]`;
    return [option.type ?? ""]
      .flat()
      .map((type) => plainTypes[type] ?? "unknown")
      .join(" | ");
  }

  function members(properties: Readonly<Record<string, OptionSchema>>, required: readonly string[]) {
    return Object.entries(properties).map(([key, option]) =>
      required.includes(key)
        ? `${jsdoc(option.description)}readonly ${key}: ${typeOf(option)};`
        : `${jsdoc(option.description, defaultOf(option))}readonly ${key}?: ${typeOf(option)} | undefined;`,
    );
  }

  typeOf(schema);
  return [head, ...declarations.values()].join("\n\n");
}

const plainTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

function parenthesized(type: string): string {
  return type.includes("|") ? `(${type})` : type;
}

function jsdoc(description = "", usually?: string): string {
  return `/** ${description}${usually === undefined ? "" : ` Default: ${usually}.`} */\n`;
}

/** The default of an option, as Markdown; undefined if it has none. */
export function defaultOf({ usually, properties, default: value }: OptionSchema): string | undefined {
  if (usually !== undefined) return usually;
  return value === undefined || properties !== undefined ? undefined : `\`${JSON.stringify(value)}\``;
}
