#!/usr/bin/env bash
# @hey-api/openapi-ts 0.99.0: `allOf: [{ $ref }]` with `required` beside it demands members of the referenced schema: any
# object that is valid has them (JSON Schema 2020-12, 6.5.3). One would guess that the generated type has them as
# required members. All of them stay optional, also in answers. openapi-typescript 7.13.0 and
# swagger-typescript-api 13.13.0 require them.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "type": "module", "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @hey-api/openapi-ts@0.99.0 openapi-typescript@7.13.0 \
  swagger-typescript-api@13.13.0 typescript@5.9.3 >/dev/null

cat >generate.js <<'JS'
import { readFileSync } from "node:fs";
import { createClient } from "@hey-api/openapi-ts";
import openapiTypescript, { astToString } from "openapi-typescript";
import { generateApi } from "swagger-typescript-api";

const document = () => ({
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/note": {
      get: {
        operationId: "read",
        responses: {
          200: {
            description: "A note.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      SomeOfNote: { type: "object", properties: { id: { type: "integer" }, text: { type: "string" } } },
      Note: { allOf: [{ $ref: "#/components/schemas/SomeOfNote" }], required: ["id", "text"] },
    },
  },
});
const typeOf = (text) => text.match(/(?:type Note =|\bNote:)[^]*?;\n/)[0].replaceAll(/\s+/g, " ").trim();

await createClient({
  input: document(),
  output: { path: "hey" },
  plugins: ["@hey-api/typescript"],
  logs: { level: "silent" },
});
const hey = typeOf(readFileSync("hey/types.gen.ts", "utf8"));
const plain = typeOf(astToString(await openapiTypescript(document())));
const { files } = await generateApi({ spec: document(), output: false, silent: true });
const swagger = typeOf(files.map(({ fileContent }) => fileContent).join("\n"));
console.log(`@hey-api/openapi-ts 0.99.0: ${hey}`);
console.log(`openapi-typescript 7.13.0: ${plain}`);
console.log(`swagger-typescript-api 13.13.0: ${swagger}`);
if (hey !== "type Note = SomeOfNote;" || !/Required/.test(plain) || !/Required/.test(swagger)) process.exitCode = 1;
JS
node generate.js | grep -v '^$'
