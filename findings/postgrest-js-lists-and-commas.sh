#!/usr/bin/env bash
# @supabase/postgrest-js 2.109.0: contains("tags", ["a,b"]) asks for {a,b}, a list of two, while in("tag", ["a,b"]) quotes.
# One would guess that both quote their values. eq("tag", null) asks for the text "null", which finds no null.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @supabase/postgrest-js@2.109.0 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { PostgrestClient } from "@supabase/postgrest-js";
import { readFileSync } from "node:fs";
const asked = [];
const client = new PostgrestClient("http://127.0.0.1", {
  fetch: async (url) => {
    asked.push(new URL(url).searchParams.toString() && [...new URL(url).searchParams].slice(1).map((pair) => pair.join("=")).join("&"));
    return new Response("[]", { headers: { "content-type": "application/json" } });
  },
});
await client.from("post").select().contains("tags", ["a,b"]);
await client.from("post").select().in("tag", ["a,b"]);
await client.from("post").select().eq("tag", null);
console.log("@supabase/postgrest-js", JSON.parse(readFileSync("node_modules/@supabase/postgrest-js/package.json", "utf8")).version, asked);
assert.deepEqual(asked, ["tags=cs.{a,b}", 'tag=in.("a,b")', "tag=eq.null"]);
JS
node run.mjs
