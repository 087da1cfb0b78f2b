import { blog, defineCase, schema } from "../../case.js";
import { cut } from "../../edits.js";

export default defineCase({
  about:
    "--restore takes several declarations, with or without their keyword. An unknown declaration is an error; one that is already restored is not.",
  config: blog(),
  steps: [
    {
      edits: [
        cut(schema, "  title: field.string(),\n"),
        cut(schema, "  tables: Database;\n"),
        cut(schema, "export type NewBlogpost = z.input<typeof newBlogpostSchema>;\n"),
      ],
    },
    { run: "status" },
    { run: ["--restore", `${schema}#type NewBlogpost`, "--restore", `${schema}#BlogpostShape.tabels`] },
    { run: ["--restore", `${schema}#const tagSchema`] },
    { run: ["--restore", `${schema}#type NewBlogpost`, "--restore", `${schema}#BlogpostShape.tables`] },
    { run: ["--restore", `${schema}#type NewBlogpost`] },
    { run: "status" },
  ],
});
