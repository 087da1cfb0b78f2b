import { blog, defineCase, schema, short, title, views } from "../../case.js";
import { before, cut, replace } from "../../edits.js";

export default defineCase({
  about: "The order of declarations and members is yours; changes find them.",
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
        replace(schema, "  title: string;\n  content: string;\n", "  content: string;\n  title: string;\n"),
      ],
      config: blog({ fields: { title: { ...title, isRequired: false }, content: short, views } }),
    },
  ],
});
