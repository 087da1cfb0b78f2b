import { blog, defineCase, setHeader, uuidKey } from "../../case.js";
import { copy } from "../../edits.js";

export default defineCase({
  about: "The baseline of an edited file is replaced by the baseline of another file. No edit is lost.",
  broken: "The edited routes are left as they are, for the key that was.",
  config: blog(),
  steps: [
    {
      edits: [
        copy(".data-api/base/blogpost/repository.ts.base", ".data-api/base/blogpost/routes.ts.base"),
        setHeader,
      ],
      config: blog(uuidKey),
    },
  ],
});
