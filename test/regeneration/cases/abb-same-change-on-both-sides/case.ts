import { blog, content, defineCase, routes, schema, short, uuidKey } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "The configuration makes a change that you already made by hand. It no longer counts as an edit.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string()",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 100 })",
        ),
        replace(
          routes,
          "    const id = kit.parseId<number>(req.params.id, entity);\n    kit.replyRecord(res, await repository.findById",
          "    const id = kit.parseId<string>(req.params.id, entity);\n    kit.replyRecord(res, await repository.findById",
        ),
      ],
      config: blog({ ...uuidKey, fields: { title: short, content } }),
    },
    { run: "status" },
  ],
});
