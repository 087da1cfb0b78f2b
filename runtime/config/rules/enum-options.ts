import { dialectFacts } from "../../model/settings/dialect-facts.js";
import { enumMistakes, enumTexts } from "../../model/values/enum.js";
import { fieldRule } from "./rule.js";

/** An enum needs its values, and the database must be able to keep each of them. */
export const enumOptions = fieldRule(function* ({ type, values, foreignKey }, _, { database }) {
  if (type !== "enum" || foreignKey?.isManyToMany === true) return;
  if (values === undefined) {
    yield ["values", "is required: the texts that the field may have, in order."];
    return;
  }
  const mistakes = enumMistakes(values);
  yield* mistakes;
  if (mistakes.length > 0 || database === undefined) return;
  for (const [index, value] of enumTexts({ values }).entries()) {
    const mistake = dialectFacts[database.dialect].enumValueMistake?.(value);
    if (mistake !== undefined) yield [`values.${index}`, `found ${JSON.stringify(value)}; it ${mistake}.`];
  }
});
