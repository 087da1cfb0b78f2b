#!/usr/bin/env bash
# @opentelemetry/api 1.10.0 and 1.9.1: copies of the API in one process share what an SDK registers, by a symbol of the
# global object, so that one would guess that a library may depend on `^1.9.0`. A copy only uses what a copy of its own
# minor version or a newer one has registered: a library with 1.10.0 gets spans that record nothing from an SDK that
# was registered with 1.9.1, without a warning. SDKs of version 2 allow no API from 1.10.0 on; Yarn 4.18.1 then installs
# two copies. A library whose range is `~1.9.0` records with both.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "type": "module", "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @opentelemetry/sdk-trace-base@2.12.1 \
  api-9@npm:@opentelemetry/api@1.9.1 api-10@npm:@opentelemetry/api@1.10.0 @opentelemetry/api@1.9.1 >/dev/null

cat >record.js <<'JS'
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";

const copies = { "1.9.1": await import("api-9"), "1.10.0": await import("api-10") };
const [registers, records] = process.argv.slice(2);
const isRegistered = copies[registers].trace.setGlobalTracerProvider(new BasicTracerProvider());
const span = copies[records].trace.getTracer("library").startSpan("work");
console.log(`registered with ${registers}: ${isRegistered}, a span of ${records} records: ${span.isRecording()}`);
JS
found=$(
  for registered in 1.9.1 1.10.0; do for of in 1.9.1 1.10.0; do node record.js "$registered" "$of"; done; done
)
echo "$found"
[[ $(grep -c "records: true" <<<"$found") == 3 ]]
grep -q "with 1.9.1: true, a span of 1.10.0 records: false" <<<"$found"
