import { blog, content, defineCase, repository, schema, title } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "A field is renamed once in generated code and in your edits. A second run changes nothing.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(schema, "  title: field.string(),", "  title: field.string().trim(),"),
        replace(
          schema,
          "newBlogpostSchema = z.object({ ...blogpostInputs.shape });",
          'newBlogpostSchema = z.object({ ...blogpostInputs.shape }).refine(({ title }) => title !== "x", { path: ["title"], message: "says nothing" });',
        ),
        replace(
          repository,
          " {}",
          ' {\n  titles() {\n    return this.db.selectFrom("blogpost").select("title").execute();\n  }\n}',
        ),
      ],
      config: blog({ fields: { headline: { ...title, renamedFrom: "title" }, content } }),
    },
    {},
  ],
});
