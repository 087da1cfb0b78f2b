import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about: "The order of handlers is yours; a change of the configuration finds each of them where it is.",
  config: blog(),
  steps: [{ edits: [transform(routes, "reverseRoutes")], config: blog(uuidKey) }],
});
