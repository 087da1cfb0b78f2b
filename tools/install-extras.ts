import console from "node:console";
import process from "node:process";
import { extraNames, hasExtra, installExtra } from "../test/extras/extras.js";

// `npm run extras [names]` installs the packages that only some tests and checks need.

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !extraNames.includes(name));
if (unknown.length > 0) {
  console.error(`"${unknown.join('", "')}" is not one of ${extraNames.join(", ")}.`);
  process.exitCode = 1;
} else
  for (const name of asked.length > 0 ? asked : extraNames) {
    if (hasExtra(name)) continue;
    installExtra(name);
    console.log(`Installed: ${name}`);
  }
