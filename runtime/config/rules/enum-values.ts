import { enumMistakes } from "../../model/enum.js";
import type { ConfigProblem } from "../../errors/config-error.js";
import type { DialectName } from "../../model/model.js";
import type { RuleInput } from "./rule.js";

/** An enum needs its values, and the database must be able to keep each of them. */
export function enumValues(input: RuleInput): readonly ConfigProblem[] {
  const { dialect } = input.database ?? {};
  return input.fields.flatMap(({ field: { type, values, foreignKey }, path }) => {
    if (type !== "enum" || foreignKey?.isManyToMany === true) return [];
    if (values === undefined)
      return [
        { path: `${path}.values`, message: "is required: the texts that the field may have, in order." },
      ];
    const mistakes = enumMistakes(values);
    const unkept = mistakes.length > 0 || dialect === undefined ? [] : values.flatMap(unkeptBy(dialect));
    return [...mistakes, ...unkept].map(({ index, message }) => ({
      path: index === undefined ? `${path}.values` : `${path}.values.${index}`,
      message,
    }));
  });
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
