import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { after, before } from "../../edits.js";

export default defineCase({
  about:
    "Comments that touch a member stay with it while others come and go, and the configuration's own comments change.",
  config: blog({ fields: { title: { ...title, description: "The headline." }, content } }),
  steps: [
    {
      edits: [
        before(
          schema,
          "  content: field.richtext(),\n  createdat",
          "  // Markup, made safe where it is shown.\n",
        ),
        after(schema, "  title: string;", " // the column"),
      ],
      config: blog({ fields: { views, title: { ...title, description: "The line at the top." }, content } }),
    },
  ],
});
