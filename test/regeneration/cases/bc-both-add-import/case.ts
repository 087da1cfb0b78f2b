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
          "import { field, z, type FieldsIn, type RowsIn } from",
          "import { field, type JsonValue, z, type FieldsIn, type RowsIn } from",
        ),
        after(
          schema,
          "export type Blogpost = z.output<typeof blogpostSchema>;\n",
          "export type Made = JsonValue;\n",
        ),
      ],
      config: blog({
        ...uuidKey,
        fields: { title: { ...title, type: "json" } },
        permissions: { read: ["guest"], create: ["guest"] },
      }),
    },
  ],
});
