import { blog, defineCase, title } from "../../case.js";

export default defineCase({
  about: "--only with a name that is not there: exit code 1.",
  config: blog(),
  steps: [{ config: blog({ fields: { title } }), run: ["--only", "blogposts"] }],
});
