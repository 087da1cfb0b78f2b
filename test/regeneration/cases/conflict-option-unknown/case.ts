import { blog, defineCase, title } from "../../case.js";

export default defineCase({
  about: "Another word for --on-conflict is a mistake in the call: exit code 1.",
  config: blog(),
  steps: [{ config: blog({ fields: { title } }), run: ["--on-conflict", "mine"] }],
});
