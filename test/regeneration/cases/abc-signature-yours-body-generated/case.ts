import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You change the signature of a handler and the configuration changes its body: both changes are merged.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          routes,
          "  const update: kit.RequestHandler<{ id: string }> = async (req, res) => {",
          "  const update: kit.RequestHandler<{ id: string }> = async (req, res): Promise<void> => {",
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
