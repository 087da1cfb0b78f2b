import { blog, defineCase, schema, title } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "You edit the code of a member and the configuration changes its comment: both changes are merged.",
  config: blog({ fields: { title: { ...title, description: "The headline." } } }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  title: field.string(),\n  createdat",
          "  title: field.string().trim(),\n  createdat",
        ),
      ],
      config: blog({ fields: { title: { ...title, description: "The line at the top." } } }),
    },
  ],
});
