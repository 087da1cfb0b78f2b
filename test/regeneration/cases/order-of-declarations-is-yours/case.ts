import { blog, defineCase, schema, short, title, views } from "../../case.js";
import { before, cut, replace } from "../../edits.js";

export default defineCase({
  about: "You may reorder declarations and members: changes of the configuration still find them.",
  config: blog(),
  steps: [
    {
      edits: [
        cut(schema, "export type Blogpost = z.output<typeof blogpostSchema>;\n"),
        before(
          schema,
          "/** What a create takes. */",
          "export type Blogpost = z.output<typeof blogpostSchema>;\n\n",
        ),
        replace(
          schema,
          "  input: NewBlogpost;\n  changes: BlogpostChanges;\n",
          "  changes: BlogpostChanges;\n  input: NewBlogpost;\n",
        ),
      ],
      config: blog({ fields: { title: { ...title, isRequired: false }, content: short, views } }),
    },
  ],
});
