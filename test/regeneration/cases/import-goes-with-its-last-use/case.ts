import { blog, content, defineCase, schema, title, uuidKey } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about: "An import that only generated code uses is removed together with its last use.",
  config: blog({ ...uuidKey, fields: { title: { ...title, default: "Untitled" }, content } }),
  steps: [
    {
      edits: [
        after(
          schema,
          "export type Blogpost = z.output<typeof blogpostSchema>;\n",
          "export type Blogposts = readonly Blogpost[];\n",
        ),
      ],
      config: blog(uuidKey),
    },
  ],
});
