import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { cut } from "../../edits.js";

export default defineCase({
  about:
    "The configuration changes a handler that you deleted: it stays deleted, with one warning. --restore brings it back.",
  config: blog(),
  steps: [
    {
      edits: [
        cut(
          routes,
          '\n  router.delete("/:id", async (req, res) => {\n    const grant = kit.authorize(await identify(req), blogpostPolicy, "delete");\n    const options = kit.parseWriteOptions(req, grant, entity);\n    const id = kit.parseId<number>(req.params.id, entity);\n    const record = await repository.delete(id, grant, options);\n    kit.replyChanged(res, entity, record, options);\n  });\n',
        ),
      ],
      config: blog(uuidKey),
    },
    {},
    { run: "status" },
    { run: ["--restore", `${routes}#function blogpostRoutes.router.delete("/:id")`] },
  ],
});
