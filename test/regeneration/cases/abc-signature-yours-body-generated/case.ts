import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "You change a signature, the configuration the body below it: both.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          routes,
          "  const update: RequestHandler<{ id: string }> = async (req, res) => {",
          "  const update: RequestHandler<{ id: string }> = async (req, res): Promise<void> => {",
        ),
        replace(
          routes,
          '  router.get("/:access/findbyid/:id", async (req, res) => {',
          '  router.get("/:access/findbyid/:id", async (req, res, _next) => {',
        ),
      ],
      config: blog(uuidKey),
    },
  ],
});
