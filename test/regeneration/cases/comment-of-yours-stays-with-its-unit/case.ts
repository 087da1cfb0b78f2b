import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { after, before } from "../../edits.js";

export default defineCase({
  about:
    "Your comment on a member stays with it while other members are added and comments from the configuration change.",
  config: blog({ fields: { title: { ...title, description: "The headline." }, content } }),
  steps: [
    {
      edits: [
        before(
          schema,
          "  content: field.richtext(),\n  createdat",
          "  // Markup, made safe where it is shown.\n",
        ),
        after(schema, "  tables: Database;", " // of all entities"),
      ],
      config: blog({ fields: { views, title: { ...title, description: "The line at the top." }, content } }),
    },
  ],
});
