import { blog, defineCase, routes, setHeader } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about: "A file is edited and its baseline is missing: --force replaces the file.",
  config: blog(),
  steps: [
    {
      edits: [setHeader, remove(".data-api/base/blogpost/routes.ts.base")],
      run: ["--force", routes],
    },
  ],
});
