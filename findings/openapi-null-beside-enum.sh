#!/usr/bin/env bash
# swagger-typescript-api 13.13.0: OpenAPI 3.1 writes a nullable enum as `type: ["string", "null"]` with null among the
# `enum`, as its upgrade guide does. One would guess `"a" | "b" | null`, which openapi-typescript 7.13.0 makes of it.
# swagger-typescript-api makes `"a" | "b"`: null cannot be assigned, and a null in an answer has the type of a text.
# The same type without `enum` keeps null, and so does `anyOf: [{ enum }, { type: null }]`.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "type": "module", "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts swagger-typescript-api@13.13.0 openapi-typescript@7.13.0 \
  typescript@5.9.3 >/dev/null

cat >generate.js <<'JS'
import openapiTypescript, { astToString } from "openapi-typescript";
import { generateApi } from "swagger-typescript-api";

const document = () => ({
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {},
  components: {
    schemas: {
      Note: {
        type: "object",
        required: ["listed", "free", "split"],
        properties: {
          listed: { type: ["string", "null"], enum: ["a", "b", null] },
          free: { type: ["string", "null"] },
          split: { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] },
        },
      },
    },
  },
});
const typesOf = (text) =>
  ["listed", "free", "split"].map((name) => text.match(new RegExp(`\\b${name}: (.*);`))[1]);

const { files } = await generateApi({ spec: document(), output: false, silent: true });
const swagger = typesOf(files.map(({ fileContent }) => fileContent).join("\n"));
const plain = typesOf(astToString(await openapiTypescript(document())));
console.log("                                 listed · free · split");
console.log(`swagger-typescript-api 13.13.0   ${swagger.join(" · ")}`);
console.log(`openapi-typescript 7.13.0        ${plain.join(" · ")}`);
const hasNull = (type) => type.includes("null");
if (swagger.map(hasNull).join() !== "false,true,true" || !plain.every(hasNull)) process.exitCode = 1;
JS
node generate.js
