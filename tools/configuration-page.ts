import type { OptionSchema } from "../generator/config/config-json-schema.js";
import { defaultOf } from "./config-types.js";

const head = `<!-- Generated from the shape of the configuration by \`npm run options\`. Do not edit. -->

# Configuration reference

All options of a configuration: their values, defaults and limits. Options whose default is **required** must be set.
_Answer_ is what a request gets that exceeds the limit or breaks the rule. How the options work together is explained on the pages about
[fields](fields.md), [permissions](permissions.md), [users and tokens](users.md),
[hooks](hooks.md) and [production](production.md).
`;

/** The page with a table of options for each object of the configuration. */
export function configurationPage(schema: OptionSchema): string {
  const shown = new Set<string>();

  function sections(path: string, option: OptionSchema): readonly string[] {
    const { name, properties = {}, additionalProperties, anyOf = [], items } = option;
    if (name !== undefined && shown.has(name)) return [];
    if (name !== undefined) shown.add(name);
    const at = (key: string) => (path === "" ? key : `${path}.${key}`);
    return [
      ...(name === undefined || option.properties === undefined ? [] : [section(path, option)]),
      ...anyOf.flatMap((each) => sections(path, each)),
      ...(items ? sections(path, items) : []),
      ...(additionalProperties ? sections(at("<name>"), additionalProperties) : []),
      ...Object.entries(properties).flatMap(([key, each]) => sections(at(key), each)),
    ];
  }

  return [head, ...sections("", schema)].join("\n");
}

function section(
  path: string,
  { name = "", description = "", properties = {}, required = [] }: OptionSchema,
): string {
  const options = Object.entries(properties);
  const hasAnswers = options.some(([, { answer }]) => answer !== undefined);
  const rows = options.map(([key, option]) => [
    `\`${key}\``,
    valuesOf(option),
    required.includes(key) ? "**required**" : (defaultOf(option) ?? ""),
    option.description ?? "",
    ...(hasAnswers ? [option.answer ?? ""] : []),
  ]);
  const titles = ["option", "values", "default", "meaning", ...(hasAnswers ? ["answer"] : [])];
  const lines = [titles, titles.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map(cell).join(" | ")} |`,
  );
  return `${path === "" ? "## The configuration" : `## \`${path}\``}\n\n${description} TypeScript: \`${name}\`.\n\n${lines.join("\n")}\n`;
}

/** A pipe would end the cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function valuesOf(option: OptionSchema): string {
  const { anyOf, items, properties, minLength = 0 } = option;
  if (option.isCode) return "code";
  if (option.enum) return option.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (option.const !== undefined) return `\`${JSON.stringify(option.const)}\``;
  if (option.typescript === "FieldValue") return "JSON";
  if (Array.isArray(option.type)) return option.type.map((type: string) => valuesOf({ type })).join(" or ");
  if (anyOf) return anyOf.map(valuesOf).join(" or ");
  if (items) return `list of ${option.typescript === undefined ? valuesOf(items) : "JSON values"}`;
  if (properties || option.additionalProperties) return "object";
  if (option.type === "integer") return integers(option);
  if (option.type === "number") return "number";
  if (option.type === "boolean") return "`true`, `false`";
  if (option.type === "null") return "`null`";
  return minLength > 1 ? `text of at least ${minLength} characters` : "text";
}

function integers({ minimum = 0, maximum = 0 }: OptionSchema): string {
  return maximum === Number.MAX_SAFE_INTEGER ? `${minimum} or more` : `${minimum} to ${maximum}`;
}
