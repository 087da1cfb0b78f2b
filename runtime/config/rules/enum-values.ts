import { enumMistakes } from "../../model/values/enum.js";
import type { DialectName } from "../../model/model.js";
import type { FieldConfig } from "../config.js";
import { mistakesAt, type Mistake, type Rule } from "./rule.js";

/** An enum needs its values, and the database must be able to keep each of them. */
export const enumValues: Rule = ({ fields, database }) =>
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

/** PostgreSQL's limit on the name of a type's value (postgresql.org/docs/current/datatype-enum.html). */
const MAX_LABEL_BYTES = 63;

/** MySQL describes its columns in characters of at most three bytes. */
const BEYOND_THREE_BYTES = /[\u{10000}-\u{10ffff}]/u;

function unkeptBy(dialect: DialectName) {
  return (value: unknown, index: number): readonly { index: number; message: string }[] => {
    const text = String(value);
    const mistake =
      dialect === "postgres" && Buffer.byteLength(text) > MAX_LABEL_BYTES
        ? `has ${Buffer.byteLength(text)} bytes; the dialect "postgres" keeps at most ${MAX_LABEL_BYTES} of a value`
        : dialect === "mysql" && BEYOND_THREE_BYTES.test(text)
          ? 'has a character beyond U+FFFF, which the dialect "mysql" does not keep in an enum'
          : undefined;
    return mistake === undefined
      ? []
      : [{ index, message: `found ${JSON.stringify(value)}; it ${mistake}.` }];
  };
}
