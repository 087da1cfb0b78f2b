import { chmodSync, cpSync, writeFileSync } from "node:fs";
import { configJsonSchema } from "./config-json-schema.js";

/** The last build step: adds the templates and the JSON Schema to the compiled code. */
cpSync(new URL("../../templates/", import.meta.url), new URL("../templates/", import.meta.url), {
  recursive: true,
});
writeFileSync(new URL("../schema.json", import.meta.url), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
// npm sets the executable bit only when it installs a package, so a clone needs it here.
chmodSync(new URL("cli.js", import.meta.url), 0o755);
