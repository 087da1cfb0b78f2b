import { z } from "zod";
import { DEFAULT_PRECISION, DEFAULT_SCALE } from "./decimal.js";
import { fieldTypeNames, fieldTypes } from "./field-type.js";
import { count, flag, group, number, option, optionalText } from "./option.js";
import { DEFAULT_FRACTION } from "./temporal.js";

/** The largest declared precision of any database (PostgreSQL). */
const MAX_DIGITS = 1000;

const foreignKeyShape = group("ForeignKeyConfig", "A reference to a record of another entity.", {
  targetEntityName: option(z.string(), "The entity that the key points to."),
  resolvedEntityName: option(z.string(), "The member of a record that holds the referenced record."),
  isManyToMany: option(flag(), "The field is a list of ids, stored in a join table."),
  joinTable: option(optionalText(), "The name of the join table.", {
    usually: "the table and the field, such as `message_tags`",
  }),
});

export const fieldShape = group("FieldConfig", "A field of a record.", {
  type: option(z.enum(fieldTypeNames), "The type of its values.", { typescript: "FieldTypeName" }),
  isEditable: option(z.boolean(), "An update may change the field."),
  isRequired: option(
    z.boolean(),
    "A create must supply the field, unless it has a default. It is never null.",
  ),
  foreignKey: option(foreignKeyShape.nullable().optional(), "The record that the field refers to, if any."),
  isIgnoredOnCreate: option(
    flag(),
    "A create ignores the field: it starts with its default or null. As a key, a whole number is counted up by the database and a `uuid` is made by the server.",
  ),
  maxLength: option(
    count(1_000_000_000).optional(),
    "Maximum length of a text in characters (Unicode code points; on SQL Server UTF-16 code units), or of `bytes` in bytes.",
    {
      usually: `${fieldTypes.string.limits.maxLength ?? 255} for \`string\`; none for \`text\`, \`richtext\` and \`bytes\``,
    },
  ),
  precision: option(
    z
      .union([number(MAX_DIGITS), z.literal("unlimited")], {
        error: `must be a whole number from 0 to ${MAX_DIGITS}, or "unlimited"`,
      })
      .optional(),
    '`decimal`: total number of digits, or `"unlimited"` if the database supports it. `datetime`: number of decimal places of a second.',
    { usually: `${DEFAULT_PRECISION} for \`decimal\`, ${DEFAULT_FRACTION} for \`datetime\`` },
  ),
  scale: option(number(MAX_DIGITS).optional(), "`decimal`: number of digits after the point.", {
    usually: `${DEFAULT_SCALE}, at most \`precision\``,
  }),
  storedAs: option(
    optionalText(),
    "SQLite: how the column stores a `date` or `datetime`: a layout such as `YYYY-MM-DD HH:MM:SS` in UTC, `unix seconds`, `unix milliseconds`, `julian day`, or `any` if rows differ. `bytes`: `binary` for bytes that all have the length `maxLength`, `image` for SQL Server's old type.",
    { usually: "as answers show it" },
  ),
  values: option(z.array(z.json()).min(1).optional(), "The allowed values.", {
    typescript: "readonly FieldValue[]",
    usually: "every value of the type",
  }),
  default: option(z.json().optional(), "The value that a create uses if the body has none.", {
    typescript: "FieldValue",
  }),
  isUnique: option(flag(), "No two records may have the same value.", { answer: "409 `unique-conflict`" }),
  isIndexed: option(flag(), "The database has an index on the field."),
  column: option(optionalText(), "The name of the column.", { usually: "the field's name" }),
  description: option(optionalText(), "A comment for generated code."),
  renamedFrom: option(
    optionalText(),
    "The field's previous name. `generate` renames it in your code, and `db push` renames its column unless `column` is set. Remove it when every database has been pushed.",
  ),
});
