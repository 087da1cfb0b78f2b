import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about:
    "A file that you have deleted stays deleted, told once when the configuration changes it; --restore brings it back as it would be now.",
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
