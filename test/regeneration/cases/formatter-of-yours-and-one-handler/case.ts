import { blog, defineCase, routes, setHeader, uuidKey } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about:
    "You reformat and edit a handler that the configuration changes too: both changes are merged without a conflict.",
  config: blog(),
  steps: [
    {
      edits: [setHeader, transform(routes, "reformat")],
      config: blog(uuidKey),
    },
  ],
});
