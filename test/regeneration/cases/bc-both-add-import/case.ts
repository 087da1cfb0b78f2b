import { blog, defineCase, schema, title, uuidKey } from "../../case.js";
import { after, replace } from "../../edits.js";

export default defineCase({
  about: "The configuration needs a type that you already import: the type is imported once.",
  config: blog(uuidKey),
  steps: [
    {
      edits: [
        replace(
          schema,
          "import { field, z, type FieldsIn } from",
          "import { field, type Generated, z, type FieldsIn } from",
        ),
        after(
          schema,
          "export type Blogpost = z.output<typeof blogpostSchema>;\n",
          "export type Made = Generated<string>;\n",
        ),
      ],
      config: blog({ ...uuidKey, fields: { title: { ...title, default: "Untitled" } } }),
    },
  ],
});
