import { blog, defineCase } from "../../case.js";

export default defineCase({
  about: "--json when there is nothing to change.",
  config: blog(),
  steps: [{ run: ["--json"] }],
});
