import { blog, defineCase, schema } from "../../case.js";
import { before, replace } from "../../edits.js";

export default defineCase({
  about:
    "You and the configuration both change the comment of a schema: it is in conflict. A comment elsewhere is merged.",
  config: blog({ description: "A post." }),
  steps: [
    {
      edits: [
        replace(schema, "/** A post. */", "/** A post of ours. */"),
        before(schema, "/** What a create takes. */", "// A comment that stands free.\n\n"),
      ],
      config: blog({ description: "A post in the blog." }),
    },
  ],
});
