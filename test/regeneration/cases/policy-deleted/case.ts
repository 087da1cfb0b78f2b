import { blog, defineCase, policy } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about: "A policy that you delete is written again.",
  config: blog(),
  steps: [{ edits: [remove(policy)] }],
});
