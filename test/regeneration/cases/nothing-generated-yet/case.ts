import { blog, defineCase } from "../../case.js";

export default defineCase({
  about:
    "Where nothing was generated, status says so, --check finds all missing, and the first run writes it.",
  steps: [{ run: "status" }, { config: blog(), run: ["--dry-run"] }, {}, { run: "status" }],
});
