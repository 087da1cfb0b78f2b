import { blog, content, defineCase, routes, schema, title, uuidKey, views } from "../../case.js";
import { before, replace } from "../../edits.js";

export default defineCase({
  about: "A field is renamed while others are added, removed and moved and the key changes.",
  config: blog({ fields: { title, views, content } }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string().trim(),",
        ),
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
      ],
      config: blog({
        ...uuidKey,
        fields: { content, headline: { ...title, renamedFrom: "title" }, author: title },
      }),
    },
    {},
  ],
});
