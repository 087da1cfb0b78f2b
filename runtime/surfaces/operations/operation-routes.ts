import { Router, type RequestHandler } from "express";
import { ApiError } from "../../errors/api-error.js";
import { suggestion } from "../../errors/nearest.js";
import { forThisCallerOnly } from "../../http/headers/cache-headers.js";
import { answersMethod, methodsOf } from "../../http/endpoint.js";
import { sendProblem } from "../../http/send-problem.js";
import { quoteName } from "../../model/names.js";
import type { SurfaceContext } from "../surface.js";
import { createCallAudit } from "./audit-call.js";
import { createRun } from "./run-operation.js";
import { operationRoute } from "./operation-route.js";

/** `POST /api/operations/:name`, or `GET` for those that only read. */
export function operationRoutes(surface: SurfaceContext): RequestHandler {
  const { model, identify, operationParts } = surface;
  const audit = createCallAudit(surface);
  const router = Router();
  for (const operation of model.ownOperations) {
    const route = operationParts.get(operation.name) ?? operationRoute;
    const answer = route({ identify, operation, run: createRun(operation, surface) });
    const allowed = methodsOf([{ methods: [operation.isRead ? "get" : "post"] }]);
    router.all(`/${operation.name}`, (req, res) => {
      if (model.auth !== undefined) forThisCallerOnly(res);
      if (answersMethod(req.method, res, allowed)) return;
      answer(req, res).catch(async (error: unknown) => {
        await audit?.(req, operation, error);
        sendProblem(res, error);
      });
    });
  }
  const names = model.ownOperations.map(({ name }) => name);
  router.use((req, res) => {
    const [, name = ""] = req.path.split("/");
    const guess = suggestion(name, names);
    sendProblem(res, new ApiError("unknown-operation", `There is no operation ${quoteName(name)}.${guess}`));
  });
  return router;
}
