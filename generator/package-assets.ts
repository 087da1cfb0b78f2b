import { chmodSync, cpSync, writeFileSync } from "node:fs";
import { configJsonSchema } from "../runtime/config/config-shape.js";

/** The last step of the build: what the package holds beside the compiled code. */
cpSync(new URL("../../templates/", import.meta.url), new URL("../templates/", import.meta.url), {
  recursive: true,
});
writeFileSync(new URL("../schema.json", import.meta.url), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
// In a clone nothing else makes it executable: npm does so only for packages that it installs.
chmodSync(new URL("cli.js", import.meta.url), 0o755);
