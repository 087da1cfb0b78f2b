import { blog, defineCase, entity, routes, withEntities } from "../../case.js";
import { before } from "../../edits.js";

export default defineCase({
  about: "An entity name changes only in upper and lower case: the entity is renamed without renamedFrom.",
  config: blog(),
  steps: [
    {
      edits: [
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
      ],
      config: withEntities({ blogPost: entity({ table: "blogpost" }) }),
    },
    {},
    { run: "status" },
  ],
});
