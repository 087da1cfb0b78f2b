import { blog, content, defineCase, routes, schema, title, uuidKey, views } from "../../case.js";
import { after, replace, transform } from "../../edits.js";

export default defineCase({
  about: "Edits are merged as usual in files that another formatter has reformatted.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(routes, "const router = kit.Router();", "const router = kit.Router({ strict: true });"),
        after(routes, '  router.put("/:id", update);\n', '  router.post("/:id/touch", update);\n'),
        transform(routes, "reformat"),
        replace(
          schema,
          "  title: field.string(),\n  content: field.richtext(),\n  createdat",
          "  title: field.string().trim(),\n  content: field.richtext(),\n  createdat",
        ),
        transform(schema, "reformat"),
      ],
      config: blog({ ...uuidKey, fields: { title, content: { ...content, maxLength: 5000 }, views } }),
    },
  ],
});
