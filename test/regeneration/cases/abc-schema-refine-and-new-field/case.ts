import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You add a refinement to a schema and the configuration adds a field to it: both changes are merged.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "newBlogpostSchema = z.object({ ...blogpostInputs.shape });",
          'newBlogpostSchema = z.object({ ...blogpostInputs.shape }).refine(({ title, content }) => title !== content, { path: ["content"], message: "must differ from the title" });',
        ),
      ],
      config: blog({ fields: { title, views, content } }),
    },
  ],
});
