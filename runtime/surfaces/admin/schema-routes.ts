import { Router, type Request, type RequestHandler, type Response } from "express";
import { denied } from "../../access/authorize.js";
import { mountEndpoint } from "../../http/endpoint.js";
import { answersCurrent, tagged } from "../../http/headers/answers-current.js";
import { varyBy } from "../../http/headers/cache-headers.js";
import { addHeaders } from "../../http/headers/header-list.js";
import { parseParameters } from "../../http/parse-parameters.js";
import { sendJson } from "../../http/send.js";
import type { AdminSettings } from "../../model/settings/admin-settings.js";
import { recordTag } from "../../records/record-tag.js";
import type { SurfaceContext } from "../surface.js";
import { showModel } from "./show-model.js";

/** `GET /api/schema`: the model as the caller may see it. */
export function schemaRoutes(
  { roles }: Pick<AdminSettings, "roles">,
  { identify, model }: Pick<SurfaceContext, "identify" | "model">,
): RequestHandler {
  const answer = async (req: Request, res: Response) => {
    if (model.auth !== undefined) varyBy(res, "Authorization");
    const caller = await identify(req);
    if (!roles.some((role) => caller.roles.includes(role)))
      throw denied(caller, "This caller may not read the model.");
    parseParameters(req.url, []);
    const text = JSON.stringify(showModel(model, caller));
    const tag = recordTag(text);
    addHeaders(res, ["Cache-Control", "private, no-cache"]);
    if (!answersCurrent(res, tag)) sendJson(res, 200, text, tagged(tag));
  };
  const router = Router();
  mountEndpoint(router, { path: "/", methods: ["get"] }, false, answer);
  return router;
}
