import { blog, content, defineCase, limitTitle, schema, short, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You resolve a conflict by combining both sides: the next run takes the result as your edit, and later changes are merged.",
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
    },
    { run: "status" },
    { config: blog({ fields: { title: short, content, views } }) },
  ],
});
