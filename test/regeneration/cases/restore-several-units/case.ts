import { blog, defineCase, schema } from "../../case.js";
import { cut } from "../../edits.js";

export default defineCase({
  about:
    "--restore takes several units, with and without the word before them; one that is not deleted is said so.",
  config: blog(),
  steps: [
    {
      edits: [
        cut(schema, "    title: field.string(),\n"),
        cut(schema, "  title: string;\n"),
        cut(schema, "export type NewBlogpost = z.input<typeof newBlogpostSchema>;\n"),
      ],
    },
    { run: "status" },
    {
      run: [
        "--restore",
        `${schema}#type NewBlogpost`,
        "--restore",
        `${schema}#BlogpostTable.title`,
        "--restore",
        `${schema}#nothing`,
      ],
    },
    { run: "status" },
  ],
});
