import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Fails if two files export the same name, or have the same file name: a reader would take them for the same thing.
 * What runs in browsers is apart: the client, and the pages.
 */
const files = ["runtime", "generator"]
  .flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => `${room}/${file}`),
  )
  .filter(
    (file) => file.endsWith(".ts") && !/^runtime\/(client|surfaces\/(?:admin|docs)\/browser)\//.test(file),
  );

/** The types for users are called as those for the product's own code. */
const forUsers = "runtime/errors/own-codes.ts";

const exported =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) +(\w+)/gm;

const places = new Map<string, Set<string>>();
for (const file of files) {
  const names = Array.from(readFileSync(file, "utf8").matchAll(exported), ([, name = ""]) => name);
  const fileName = path.basename(file);
  if (fileName !== "index.ts") names.push(fileName);
  if (file === forUsers) continue;
  // The dialects are columns of one table, and their files are named alike.
  const place = file.replace(/^(runtime\/database\/dialects)\/\w+\/.*/, "$1/…");
  for (const name of names) places.set(name, (places.get(name) ?? new Set()).add(place));
}

for (const [name, found] of places) {
  if (found.size === 1) continue;
  console.error(`${name} is in ${[...found].join(" and ")}: give each its own name.`);
  process.exitCode = 1;
}
