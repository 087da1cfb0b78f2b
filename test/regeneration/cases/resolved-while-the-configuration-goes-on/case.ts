import { blog, content, defineCase, limitTitle, schema, short, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "The configuration changes again before you resolve a conflict: the result has your resolution and the new change.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle],
      config: blog({ fields: { title: short, content } }),
    },
    {
      edits: [
        replace(
          schema,
          "<<<<<<< yours\n  title: field.string({ maxLength: 50 }),\n||||||| base\n  title: field.string(),\n=======\n  title: field.string({ maxLength: 100 }),\n>>>>>>> generated\n",
          "  title: field.string({ maxLength: 100 }).trim(),\n",
        ),
      ],
      config: blog({ fields: { title: short, views } }),
    },
  ],
});
