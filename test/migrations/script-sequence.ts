import type { Config } from "data-api";
import { field, plain, to } from "../conformance/fields.js";

const off = { createdat: false, updatedat: false } as const;

/** A sequence of configurations, each changing the previous one. */
export const scriptSequence: Readonly<Record<string, Config["entities"]>> = {
  "1_initial": {
    country: plain(
      { code: field("string", { maxLength: 2, isRequired: true, isEditable: false }), name: field("string") },
      { primaryKey: ["code"], systemFields: off },
    ),
    city: plain({
      name: field("string", { maxLength: 60, isRequired: true, isUnique: true }),
      country: to("country", "inCountry", "string", { maxLength: 2 }),
      twin: to("city", "twinCity"),
      size: field("enum", { values: ["small", "it's big"], default: "small" }),
      people: field("int", { isIndexed: true }),
      area: field("decimal", { precision: 12, scale: 2, default: "1.5" }),
      flag: field("bytes", { maxLength: 9, default: "AP8=" }),
      more: field("json", { default: { a: ["ü"] } }),
      mayor: to("person", "itsMayor"),
      note: field("text"),
    }),
    person: plain({
      name: field("string", { isRequired: true }),
      home: to("city", "itsHome", "int", { isIndexed: true }),
    }),
    tag: plain({
      name: field("string", { maxLength: 20 }),
      cities: field("int", {
        foreignKey: { targetEntityName: "city", resolvedEntityName: "theCities", isManyToMany: true },
      }),
    }),
    old: plain({ name: field("string"), newer: to("older", "theNewer") }),
    older: plain({ old: to("old", "theOld"), state: field("enum", { values: ["x", "y"] }) }),
  },
  "2_columns": {
    country: plain(
      {
        code: field("string", { maxLength: 2, isRequired: true, isEditable: false }),
        name: field("string", { isRequired: true, default: "?" }),
        capital: to("city", "theCapital", "int", { isUnique: true }),
      },
      { primaryKey: ["code"], systemFields: off },
    ),
    city: plain({
      name: field("string", { maxLength: 200, isRequired: true }),
      country: field("string", { maxLength: 2 }),
      size: field("enum", { values: ["tiny", "small", "it's big"], default: "tiny" }),
      people: field("bigint", { isRequired: true, default: "0" }),
      area: field("decimal", { precision: 10, scale: 1 }),
      founded: field("date", { isRequired: true }),
      mayor: to("person", "itsMayor", "int", { isIndexed: true }),
      open: field("boolean", { isRequired: true, default: true }),
      more: field("json", { default: { a: ["ü"] } }),
      note: field("text", { isRequired: true }),
    }),
    person: plain({ name: field("string", { isUnique: true }), home: to("city", "itsHome") }),
    tag: plain({ name: field("string", { maxLength: 20 }) }),
  },
  "3_renames": {
    land: plain(
      {
        code: field("string", { maxLength: 2, isRequired: true, isEditable: false }),
        Name: field("string", { isRequired: true, default: "?", renamedFrom: "name" }),
        capital: to("town", "theCapital", "int", { isUnique: true }),
      },
      { primaryKey: ["code"], systemFields: off, renamedFrom: "country" },
    ),
    town: plain(
      {
        title: field("string", { maxLength: 200, isRequired: true, renamedFrom: "name" }),
        extent: field("enum", {
          values: ["tiny", "small", "it's big"],
          default: "tiny",
          renamedFrom: "size",
        }),
        inhabitants: field("bigint", { isRequired: true, default: "0", renamedFrom: "people" }),
        area: field("decimal", { precision: 10, scale: 1 }),
        founded: field("date", { isRequired: true }),
        mayor: to("Person", "itsMayor", "int", { isIndexed: true }),
        open: field("boolean", { isRequired: true, default: true }),
        more: field("json", { default: { a: ["ü"] } }),
        country: field("text", { isRequired: true, renamedFrom: "note" }),
      },
      { renamedFrom: "city" },
    ),
    Person: plain(
      { name: field("string", { isUnique: true }), home: to("town", "itsHome") },
      { renamedFrom: "person" },
    ),
    tag: plain({ name: field("string", { maxLength: 20 }) }),
  },
  "4_keys": {
    land: plain(
      {
        code: field("string", { maxLength: 3, isRequired: true, isEditable: false }),
        Name: field("string", { isRequired: true, default: "?" }),
      },
      { primaryKey: ["code"], systemFields: off },
    ),
    town: plain({
      title: field("string", { maxLength: 200, isRequired: true }),
      extent: field("string", { maxLength: 20 }),
      inhabitants: field("bigint", { isRequired: true, default: "0" }),
    }),
    tag: plain(
      { name: field("string", { maxLength: 20, isRequired: true, isEditable: false }) },
      { primaryKey: ["name"] },
    ),
  },
};
