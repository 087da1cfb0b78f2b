import { blog, defineCase, title } from "../../case.js";

export default defineCase({
  about: "An unknown value of --on-conflict is an error: exit code 1.",
  config: blog(),
  steps: [{ config: blog({ fields: { title } }), run: ["--on-conflict", "mine"] }],
});
