import { blog, defineCase, schema } from "../../case.js";
import { cut } from "../../edits.js";

export default defineCase({
  about:
    "--restore takes several units, with and without the word before them; one that never was is a mistake, one that is back is none.",
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
    { run: ["--restore", `${schema}#type NewBlogpost`, "--restore", `${schema}#BlogpostTable.titel`] },
    { run: ["--restore", `${schema}#const tagSchema`] },
    { run: ["--restore", `${schema}#type NewBlogpost`, "--restore", `${schema}#BlogpostTable.title`] },
    { run: ["--restore", `${schema}#type NewBlogpost`] },
    { run: "status" },
  ],
});
