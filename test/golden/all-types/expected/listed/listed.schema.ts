// @data-api listed/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const listedSchema = z.object({
  id: field.int(),
  aString: field.oneOf("string", ["draft", "it's", '"', "`${}`", "\u2028"]),
  aText: field.oneOf("text", ["one"]).nullable(),
  anInt: field.oneOf("int", [-1, 0, 1]),
  aBigint: field.oneOf("bigint", [1, "9223372036854775807"]).nullable(),
  aFloat: field.oneOf("float", [0.1, 1e21]),
  aDecimal: field.oneOf("decimal", ["0.1", "1"]).nullable(),
  aBoolean: field.oneOf("boolean", [true]),
  aDate: field.oneOf("date", ["2024-02-29"]).nullable(),
  aDatetime: field.oneOf("datetime", ["2024-02-29T12:00:00.000Z"]),
  anOffsetDatetime: field.oneOf(
    "datetime",
    ["2024-02-29T13:00:00.000+01:00", "2024-02-29T12:00:00.000+00:00"],
    { zone: "offset" },
  ),
  aTime: field.oneOf("time", ["08:30:00.5", "17:00:00"], { precision: 1 }),
  aDuration: field.oneOf("duration", ["PT15M", "PT30M"]).nullable(),
  aYear: field.oneOf("year", [0, 2024]).nullable(),
  aUuid: field
    .oneOf("uuid", ["a9b1c2d3-0000-4000-8000-00000000000f"])
    .nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newListedSchema = z.object({
  aString: field.oneOf("string", ["draft", "it's", '"', "`${}`", "\u2028"]),
  aText: field.oneOf("text", ["one"]).nullish(),
  anInt: field.oneOf("int", [-1, 0, 1]).default(0),
  aBigint: field.oneOf("bigint", [1, "9223372036854775807"]).nullish(),
  aFloat: field.oneOf("float", [0.1, 1e21]),
  aDecimal: field.oneOf("decimal", ["0.1", "1"]).nullish(),
  aBoolean: field.oneOf("boolean", [true]),
  aDate: field.oneOf("date", ["2024-02-29"]).nullish(),
  aDatetime: field.oneOf("datetime", ["2024-02-29T12:00:00.000Z"]),
  anOffsetDatetime: field.oneOf(
    "datetime",
    ["2024-02-29T13:00:00.000+01:00", "2024-02-29T12:00:00.000+00:00"],
    { zone: "offset" },
  ),
  aTime: field.oneOf("time", ["08:30:00.5", "17:00:00"], { precision: 1 }),
  aDuration: field.oneOf("duration", ["PT15M", "PT30M"]).nullish(),
  aYear: field.oneOf("year", [0, 2024]).nullish(),
  aUuid: field
    .oneOf("uuid", ["a9b1c2d3-0000-4000-8000-00000000000f"])
    .nullish(),
});

/** What an update may change. */
export const listedChangesSchema = z
  .object({
    aString: field.oneOf("string", ["draft", "it's", '"', "`${}`", "\u2028"]),
    aText: field.oneOf("text", ["one"]).nullable(),
    anInt: field.oneOf("int", [-1, 0, 1]),
    aBigint: field.oneOf("bigint", [1, "9223372036854775807"]).nullable(),
    aFloat: field.oneOf("float", [0.1, 1e21]),
    aDecimal: field.oneOf("decimal", ["0.1", "1"]).nullable(),
    aBoolean: field.oneOf("boolean", [true]),
    aDate: field.oneOf("date", ["2024-02-29"]).nullable(),
    aDatetime: field.oneOf("datetime", ["2024-02-29T12:00:00.000Z"]),
    anOffsetDatetime: field.oneOf(
      "datetime",
      ["2024-02-29T13:00:00.000+01:00", "2024-02-29T12:00:00.000+00:00"],
      { zone: "offset" },
    ),
    aTime: field.oneOf("time", ["08:30:00.5", "17:00:00"], { precision: 1 }),
    aDuration: field.oneOf("duration", ["PT15M", "PT30M"]).nullable(),
    aYear: field.oneOf("year", [0, 2024]).nullable(),
    aUuid: field
      .oneOf("uuid", ["a9b1c2d3-0000-4000-8000-00000000000f"])
      .nullable(),
  })
  .partial();

export type Listed = z.output<typeof listedSchema>;
export type NewListed = z.input<typeof newListedSchema>;
export type ListedChanges = z.input<typeof listedChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface ListedShape {
  fields: FieldsIn<typeof listedSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface ListedTable {
  id: Generated<number>;
  aString: "draft" | "it's" | '"' | "`${}`" | "\u2028";
  aText: "one" | null;
  anInt: Generated<-1 | 0 | 1>;
  aBigint: number | bigint | null;
  aFloat: 0.1 | 1e21;
  aDecimal: string | null;
  aBoolean: number;
  aDate: string | null;
  aDatetime: string;
  anOffsetDatetime: string;
  aTime: string;
  aDuration: string | null;
  aYear: number | null;
  aUuid: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const listedFields = {
  id: "int, read-only",
  aString:
    'string(255), required, one of ["draft","it\'s","\\"","`${}`","\u2028"]',
  aText: 'text, nullable, one of ["one"]',
  anInt: "int, one of [-1,0,1], default 0",
  aBigint: 'bigint, nullable, one of [1,"9223372036854775807"]',
  aFloat: "float, required, one of [0.1,1e+21]",
  aDecimal: 'decimal(38, 10), nullable, one of ["0.1","1"]',
  aBoolean: "boolean, required, one of [true]",
  aDate: 'date, nullable, one of ["2024-02-29"]',
  aDatetime: 'datetime(3), required, one of ["2024-02-29T12:00:00.000Z"]',
  anOffsetDatetime:
    'datetime(3, offset), required, one of ["2024-02-29T13:00:00.000+01:00","2024-02-29T12:00:00.000+00:00"]',
  aTime: 'time(1), required, one of ["08:30:00.5","17:00:00"]',
  aDuration: 'duration(6), nullable, one of ["PT15M","PT30M"]',
  aYear: "year, nullable, one of [0,2024]",
  aUuid: 'uuid, nullable, one of ["a9b1c2d3-0000-4000-8000-00000000000f"]',
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
