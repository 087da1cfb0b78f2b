// Refuses to publish a package whose page in the registry would lead nowhere: see docs/publishing.md.
import console from "node:console";
import { readFileSync } from "node:fs";
import process from "node:process";

const file = process.argv[2] ?? "package.json";
const manifest = JSON.parse(readFileSync(file, "utf8"));
const url = (value) => typeof value === "string" && /^(?:git\+)?https:\/\/[^/\s]+\/\S+$/.test(value);
const required = {
  repository: [url(manifest.repository?.url ?? manifest.repository), "the address of the repository"],
  homepage: [url(manifest.homepage), "the address of the first page that people should see"],
  bugs: [url(manifest.bugs?.url ?? manifest.bugs), "the address where mistakes are reported"],
  author: [Boolean(manifest.author?.name ?? manifest.author), "who publishes it"],
};
const missing = Object.entries(required).filter(([, [isThere]]) => !isThere);
for (const [field, [, meaning]] of missing) console.error(`package.json: set "${field}", ${meaning}.`);
if (missing.length > 0) {
  console.error("Nothing was published. See docs/publishing.md.");
  process.exitCode = 1;
}
