#!/usr/bin/env bash
# swagger-typescript-api 13.13.0: an answer may be a reference to `components/responses`, which is the same as writing it
# out (OpenAPI 3.1, "Responses Object"). One would guess that the client does the same for both. The types are the same,
# but the client does not parse the body of a referenced answer: `data`, typed as a `Note`, is null. Nothing fails until
# a member of it is read.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "type": "module", "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts swagger-typescript-api@13.13.0 esbuild@0.28.0 >/dev/null

cat >generate.js <<'JS'
import { writeFileSync } from "node:fs";
import { generateApi } from "swagger-typescript-api";

const answer = {
  description: "A note.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
};
const { files } = await generateApi({
  spec: {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      "/written": { get: { operationId: "readWritten", responses: { 200: answer } } },
      "/referenced": {
        get: { operationId: "readReferenced", responses: { 200: { $ref: "#/components/responses/Note" } } },
      },
    },
    components: {
      schemas: { Note: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } },
      responses: { Note: answer },
    },
  },
  output: false,
  httpClientType: "fetch",
  silent: true,
});
writeFileSync("api.ts", files.map(({ fileContent }) => fileContent).join("\n"));
JS
node generate.js >/dev/null

cat >call.ts <<'TS'
import { Api, type Note } from "./api";

const customFetch = (async () => Response.json({ id: 1 })) as typeof fetch;
const api = new Api({ baseUrl: "http://localhost", customFetch });
const written: Note = (await api.written.readWritten()).data;
const referenced: Note = (await api.referenced.readReferenced()).data;
console.log("swagger-typescript-api 13.13.0");
console.log("written out:", written);
console.log("referenced:", referenced);
if (written.id !== 1 || referenced !== null) process.exitCode = 1;
TS
npx esbuild call.ts --bundle --format=esm --platform=node --outfile=call.mjs --log-level=error
node call.mjs
