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
  /** The members of each interface. */
  const interfaces = new Map<string, ReadonlyMap<string, string>>();

  function typeOf(option: OptionSchema): string {
    const { name, typescript } = option;
    if (name === undefined) {
      const written = writtenType(option);
      return typescript ?? written;
    }
    // Printed before the types that it uses.
    declarations.set(name, "");
    const { description, properties } = option;
    const written = properties ? interfaceOf(name, option) : `type ${name} = ${writtenType(option)}`;
    declarations.set(name, `${jsdoc(description)}export ${written}`);
    return name;
  }

  /** Members that another interface has too are taken from it: by the shortest list of names. */
  function interfaceOf(name: string, { properties = {}, required }: OptionSchema): string {
    const all = members(properties, required);
    const others = [...interfaces].filter(([other]) => other !== name);
    interfaces.set(name, all);
    const [base] = others
      .map(([other, theirs]) => {
        const isShared = (key: string) => theirs.get(key) === all.get(key);
        const [shared, left] = [
          [...all.keys()].filter(isShared),
          [...theirs.keys()].filter((key) => !isShared(key)),
        ];
        const isPicked = shared.length <= left.length;
        return { other, shared, taken: isPicked ? "Pick" : "Omit", names: isPicked ? shared : left };
      })
      .filter(({ shared }) => shared.length >= MANY_MEMBERS)
      .toSorted((a, b) => a.names.length - b.names.length);
    const own = [...all].flatMap(([key, member]) => (base?.shared.includes(key) === true ? [] : [member]));
    const names = base?.names.map((key) => JSON.stringify(key)).join(" | ");
    const from = base === undefined ? "" : `extends ${base.taken}<${base.other}, ${names}> `;
    return `interface ${name} ${from}{\n${own.join("\n")}\n}`;
  }

  function writtenType(option: OptionSchema): string {
    const { anyOf, properties, additionalProperties, items } = option;
    if (option.enum) return option.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (option.const !== undefined) return JSON.stringify(option.const);
    if (anyOf) return anyOf.map(typeOf).join(" | ");
    if (properties) return `{\n${[...members(properties, option.required).values()].join("\n")}\n}`;
    if (additionalProperties) return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
    if (items) return `readonly ${parenthesized(typeOf(items))}[]`;
    return [option.type ?? ""]
      .flat()
      .map((type) => plainTypes[type] ?? "unknown")
      .join(" | ");
  }

  /** The members of an object by name, as they are written. */
  function members(
    properties: Readonly<Record<string, OptionSchema>>,
    required: readonly string[] = [],
  ): ReadonlyMap<string, string> {
    const written = Object.entries(properties).map(
      ([key, option]) =>
        [
          key,
          required.includes(key)
            ? `${jsdoc(option.description)}readonly ${key}: ${typeOf(option)};`
            : `${jsdoc(option.description, defaultOf(option))}readonly ${key}?: ${typeOf(option)} | undefined;`,
        ] as const,
    );
    return new Map(written);
  }

  typeOf(schema);
  return [head, ...declarations.values()].join("\n\n");
}

/** So many members are worth a reference to the interface that has them. */
const MANY_MEMBERS = 4;

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
