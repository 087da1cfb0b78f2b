import { fieldTypes, type FieldTypeName, type FieldValue } from "../../model/field-type.js";
import { itemOf } from "../../model/fields.js";
import type { Field } from "../../model/model.js";
import { ValueError } from "../../model/values/value-error.js";

/** Texts of values, different for each number. A field with limits accepts at least one of them. */
const samples: Readonly<Record<FieldTypeName, (number: number, field: Field) => readonly unknown[]>> = {
  string: textsOf,
  text: textsOf,
  richtext: textsOf,
  secret: textsOf,
  enum: (number, { values = [] }) => [values[number % values.length]],
  int: (number) => [number],
  bigint: (number) => [String(number)],
  float: (number) => [number + 0.5, number],
  decimal: (number) => [`${number}.5`, `${number}`, `0.${number}`],
  boolean: (number) => [number % 2 === 1],
  date: (number) => [day(number)],
  datetime: (number) => [`${day(number)}T10:00:00Z`, `${day(number)}T10:00:00`],
  time: (number) => [`10:00:${pad(number)}`, `10:00:${pad(number)}Z`],
  duration: (number) => [`PT${number}H`],
  year: (number) => [2000 + number],
  uuid: (number) => [`00000000-0000-4000-8000-${String(number).padStart(12, "0")}`],
  json: (number) => [{ number }],
  bytes: (number, { maxLength = 4, storedAs }) =>
    [maxLength, Number(/\d+/.exec(storedAs ?? "")?.[0] ?? 1)].map((length) =>
      Buffer.alloc(Math.min(length, 100), number).toString("base64"),
    ),
  list: (number, field) => [[sampleValue(itemOf(field), number)]],
  xml: (number) => [`<n>${number}</n>`],
  native: () => [],
  other: () => [],
};

function textsOf(number: number, { maxLength = 255 }: Field): readonly string[] {
  return [`it's "${number}" é`, String(number)].map((text) => text.slice(0, maxLength));
}

function pad(number: number): string {
  return String(number % 60).padStart(2, "0");
}

function day(number: number): string {
  return new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10);
}

/** A value for the field, different for each number. `undefined` if only a person knows a valid one. */
export function sampleValue(field: Field, number: number): FieldValue | undefined {
  for (const value of samples[field.type](number, field)) {
    try {
      return fieldTypes[field.type].parse(value, field);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
    }
  }
  return undefined;
}
