import { dialectFacts } from "../../model/settings/dialect-facts.js";
import { enumMistakes } from "../../model/values/enum.js";
import type { DialectName } from "../../model/model.js";
import type { FieldConfig } from "../config.js";
import { mistakesAt, type Mistake, type Rule } from "./rule.js";

/** An enum needs its values, and the database must be able to keep each of them. */
export const enumOptions: Rule = ({ fields, database }) =>
  fields.flatMap(({ field, path }) => mistakesAt(path, checkValues(field, database?.dialect)));

function* checkValues(
  { type, values, foreignKey }: FieldConfig,
  dialect: DialectName | undefined,
): Iterable<Mistake> {
  if (type !== "enum" || foreignKey?.isManyToMany === true) return;
  if (values === undefined) {
    yield ["values", "is required: the texts that the field may have, in order."];
    return;
  }
  const mistakes = enumMistakes(values);
  const unkept = mistakes.length > 0 || dialect === undefined ? [] : values.flatMap(unkeptBy(dialect));
  for (const { index, message } of [...mistakes, ...unkept])
    yield [index === undefined ? "values" : `values.${index}`, message];
}

function unkeptBy(dialect: DialectName) {
  return (value: unknown, index: number): readonly { index: number; message: string }[] => {
    const mistake = dialectFacts[dialect].enumValueMistake?.(String(value));
    return mistake === undefined
      ? []
      : [{ index, message: `found ${JSON.stringify(value)}; it ${mistake}.` }];
  };
}
