import { blog, defineCase } from "../../case.js";

export default defineCase({
  about: "--json where nothing is to be done.",
  config: blog(),
  steps: [{ run: ["--json"] }],
});
