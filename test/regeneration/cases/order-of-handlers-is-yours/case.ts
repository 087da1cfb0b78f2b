import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about: "You may reorder handlers: a change of the configuration updates each of them in its place.",
  config: blog(),
  steps: [{ edits: [transform(routes, "reverseRoutes")], config: blog(uuidKey) }],
});
