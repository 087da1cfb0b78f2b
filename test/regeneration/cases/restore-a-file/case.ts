import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about:
    "A file that you deleted stays deleted, with one warning when the configuration changes it. --restore writes its current version.",
  config: blog(),
  steps: [
    { edits: [remove(routes)] },
    { config: blog(uuidKey) },
    {},
    { run: "status" },
    { run: ["--restore", `${routes}#nothing`] },
    { run: ["--restore", routes] },
    { run: "status" },
  ],
});
