import { blog, defineCase, title } from "../../case.js";

export default defineCase({
  about: "--only with an unknown entity: exit code 1.",
  config: blog(),
  steps: [{ config: blog({ fields: { title } }), run: ["--only", "blogposts"] }],
});
