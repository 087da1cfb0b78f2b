#!/usr/bin/env bash
# zod 4.6.7, two copies of the same version in one process: each takes the other's schemas as its own (`instanceof`, in
# objects, unions and JSON Schema), because its classes compare by what an instance says of itself. The error of a
# synchronous parse that meets an asynchronous rule is a plain class: the other copy's error is not an instance of it.
# One would guess that `instanceof z.core.$ZodAsyncError` works wherever `instanceof z.ZodObject` does.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error one@npm:zod@4.6.7 two@npm:zod@4.6.7 >/dev/null
cat >look.mjs <<'JS'
import assert from "node:assert/strict";
import { z as one } from "one";
import { z as two } from "two";

assert.notEqual(one, two);
const schema = one.object({ name: two.string().min(2) });
assert.ok(schema instanceof two.ZodObject && schema.shape.name instanceof one.ZodString);
assert.equal(schema.safeParse({ name: "a" }).success, false);
assert.ok(schema.safeParse({}).error instanceof two.ZodError);

let thrown;
try {
  two.string().refine(async () => true).safeParse("a");
} catch (error) {
  thrown = error;
}
assert.ok(thrown instanceof two.core.$ZodAsyncError);
assert.equal(thrown instanceof one.core.$ZodAsyncError, false);
console.log("zod 4.6.7: schemas and errors of another copy are instances, its error for asynchronous rules is not.");
JS
node look.mjs
