import { parsedValue } from "../../model/values/parsed-value.js";
import { ValueError } from "../../model/values/value-error.js";
import { fieldLimits } from "../field-limits.js";
import { fieldRule } from "./rule.js";

/** The default and the listed values must be valid values of the field. */
export const fieldValues = fieldRule(function* (field) {
  if (field.foreignKey?.isManyToMany === true) return;
  const { type } = field;
  if (field.values !== undefined && ["json", "secret", "list"].includes(type)) {
    yield ["values", `a field of type "${type}" cannot have a closed list of values.`];
    return;
  }
  if (field.default !== undefined && type === "secret") {
    yield ["default", "a secret cannot have a default."];
    return;
  }
  if (field.values === undefined && field.default === undefined) return;
  const limits = fieldLimits(field);
  const parse = (value: unknown) => {
    const canonical = parsedValue(type, value, limits);
    return canonical instanceof ValueError
      ? { mistake: `found ${JSON.stringify(value)}; it ${canonical.message}.` }
      : { canonical };
  };
  const values = (type === "enum" ? [] : (field.values ?? [])).map(parse);
  for (const [index, { mistake }] of values.entries())
    if (mistake !== undefined) yield [`values.${index}`, mistake];
  if (field.default === undefined) return;
  if (field.default === null) {
    if (field.isRequired) yield ["default", "found null; a required field is never null."];
    return;
  }
  const { canonical, mistake } = parse(field.default);
  if (mistake !== undefined) yield ["default", mistake];
  else if (values.length > 0 && !values.some((value) => value.canonical === canonical))
    yield ["default", `found ${JSON.stringify(field.default)}, which is not one of its "values".`];
});
