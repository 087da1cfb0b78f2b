#!/usr/bin/env bash
# @rtk-query/codegen-openapi 2.2.0 with @reduxjs/toolkit 2.15.0: a list in a query parameter is sent as one value with commas.
# One would guess `where=a%3D1&where=b%3D2`, which OpenAPI's default (`form`, `explode: true`) asks for, also when it is
# written out: the generated code passes the list to `fetchBaseQuery`, and URLSearchParams makes a text of it. A server
# that takes a comma as part of a value filters by another condition, without an error.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error --ignore-scripts \
  @rtk-query/codegen-openapi@2.2.0 @reduxjs/toolkit@2.15.0 tsx@4 >/dev/null
cat >api.json <<'JSON'
{ "openapi": "3.0.3", "info": { "title": "t", "version": "1" }, "paths": { "/items": { "get": {
  "operationId": "listItems",
  "parameters": [{ "name": "where", "in": "query", "style": "form", "explode": true,
    "schema": { "type": "array", "items": { "type": "string" } } }],
  "responses": { "200": { "description": "ok", "content": { "application/json": { "schema": { "type": "string" } } } } }
} } } }
JSON
cat >codegen.cjs <<'JS'
module.exports = { schemaFile: "./api.json", apiFile: "./empty.ts", apiImport: "emptyApi", outputFile: "./generated.ts", exportName: "api" };
JS
cat >empty.ts <<'TS'
import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query";
export const emptyApi = createApi({ baseQuery: fetchBaseQuery({ baseUrl: process.env.BASE_URL }), endpoints: () => ({}) });
TS
npx rtk-query-codegen-openapi codegen.cjs >/dev/null
cat >run.mts <<'TS'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import http from "node:http";
import { configureStore } from "@reduxjs/toolkit";
const asked: (string | undefined)[] = [];
const server = http.createServer(({ url }, res) => {
  asked.push(url);
  res.setHeader("Content-Type", "application/json").end('"ok"');
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
process.env.BASE_URL = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
const { api } = await import("./generated.ts");
const store = configureStore({ reducer: { [api.reducerPath]: api.reducer }, middleware: (all) => all().concat(api.middleware) });
await store.dispatch(api.endpoints.listItems.initiate({ where: ["a=1", "b=2"] }));
server.close();
const version = (name: string) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log("codegen-openapi", version("@rtk-query/codegen-openapi"), "toolkit", version("@reduxjs/toolkit"), asked);
assert.deepEqual(asked, ["/items?where=a%3D1%2Cb%3D2"]);
process.exit();
TS
npx tsx run.mts
