import { blog, defineCase } from "../../case.js";

export default defineCase({
  about:
    "Before the first run, status reports that nothing was generated and --dry-run lists all files as new. The first run writes them.",
  steps: [{ run: "status" }, { config: blog(), run: ["--dry-run"] }, {}, { run: "status" }],
});
