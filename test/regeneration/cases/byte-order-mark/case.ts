import { blog, content, defineCase, routes, schema, title, uuidKey, views } from "../../case.js";
import { before, transform } from "../../edits.js";

export default defineCase({
  about: "A byte order mark is kept in edited and unedited files.",
  config: blog(),
  steps: [
    {
      edits: [
        transform(schema, "bom"),
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
        transform(routes, "bom"),
      ],
      config: blog({ ...uuidKey, fields: { title, content, views } }),
    },
    { run: "status" },
  ],
});
