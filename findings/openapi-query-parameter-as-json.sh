#!/usr/bin/env bash
# swagger-typescript-api 13.13.0 and @hey-api/openapi-ts 0.99.0: OpenAPI describes a query parameter whose value is JSON
# by `content: { "application/json": … }` in place of `schema` (OpenAPI 3.1, "Parameter Object"). One would guess that a
# generated client then sends JSON. Both type the value as the object, and neither sends JSON: the client of the first
# sends `filter=[object Object]`, that of the second `a=1`, without the name of the parameter.
# Every client can send a text: `schema: { type: string, contentMediaType: application/json }`.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "type": "module", "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  swagger-typescript-api@13.13.0 @hey-api/openapi-ts@0.99.0 typescript@5.9.3 esbuild@0.28.0 >/dev/null

cat >generate.js <<'JS'
import { writeFileSync } from "node:fs";
import { createClient } from "@hey-api/openapi-ts";
import { generateApi } from "swagger-typescript-api";

const filter = {
  name: "filter",
  in: "query",
  content: { "application/json": { schema: { type: "object", properties: { a: { type: "integer" } } } } },
};
const document = () => ({
  openapi: "3.1.0",
  info: { title: "Search", version: "1" },
  servers: [{ url: "http://localhost" }],
  paths: {
    "/search": {
      get: { operationId: "search", parameters: [filter], responses: { 204: { description: "Nothing." } } },
    },
  },
});
const { files } = await generateApi({ spec: document(), output: false, httpClientType: "fetch", silent: true });
writeFileSync("swagger.ts", files.map(({ fileContent }) => fileContent).join("\n"));
const plugins = ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"];
await createClient({ input: document(), output: { path: "hey" }, plugins, logs: { level: "silent" } });
JS
node generate.js >/dev/null

cat >call.ts <<'TS'
import { Api } from "./swagger";
import { search } from "./hey";

let asked = "";
const answer = async (request: Request | string | URL) => {
  asked = decodeURIComponent(new URL(request instanceof Request ? request.url : request).search);
  return new Response(null, { status: 204 });
};
const api = new Api({ baseUrl: "http://localhost", customFetch: answer as typeof fetch });
await api.search.search({ filter: { a: 1 } });
console.log(`swagger-typescript-api 13.13.0: ${asked}`);
const first = asked;
await search({ query: { filter: { a: 1 } }, fetch: answer as typeof fetch });
console.log(`@hey-api/openapi-ts 0.99.0: ${asked}`);
if (first !== "?filter=[object Object]" || asked !== "?a=1") process.exitCode = 1;
TS
npx esbuild call.ts --bundle --format=esm --platform=node --outfile=call.mjs --log-level=error
node call.mjs
