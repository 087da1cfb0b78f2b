import { Router, type RequestHandler } from "express";
import { ApiError } from "../../errors/api-error.js";
import { suggestion } from "../../errors/nearest.js";
import { mountEndpoint } from "../../http/endpoint.js";
import { sendProblem } from "../../http/send-problem.js";
import { labelIn } from "../../model/schemas/label-in.js";
import { quoteName } from "../../model/names.js";
import type { OwnOperation } from "../../model/own-operation.js";
import { auditFailedRequest } from "../audit-failed-request.js";
import type { CallHandler, SurfaceContext } from "../surface.js";
import { callSchema } from "./call-schema.js";
import { createRun } from "./run-operation.js";
import { operationRoute } from "./operation-route.js";

/** `POST /api/operations/:name`, or `GET` for those that only read. */
export function operationRoutes(surface: SurfaceContext): RequestHandler {
  const { model, identify, operationParts } = surface;
  const router = Router();
  for (const operation of model.ownOperations) {
    const route = operationParts.get(operation.name) ?? operationRoute;
    const answer = route({ identify, operation, run: createRun(operation, surface) });
    const endpoint = { path: `/${operation.name}`, methods: [operation.isRead ? "get" : "post"] } as const;
    mountEndpoint(
      router,
      endpoint,
      model.auth !== undefined,
      operation.isRead || model.audit === undefined ? answer : audited(answer, operation, surface),
      // The schema is only built for a mistake.
      (path) => labelIn(callSchema(operation), path.split(".")),
    );
  }
  const names = model.ownOperations.map(({ name }) => name);
  router.use((req, res) => {
    const [, name = ""] = req.path.split("/");
    const guess = suggestion(name, names);
    sendProblem(res, new ApiError("unknown-operation", `There is no operation ${quoteName(name)}.${guess}`));
  });
  return router;
}

/** Writes an audit entry for a call that was rejected or has failed, before it is answered. */
function audited(answer: CallHandler, operation: OwnOperation, surface: SurfaceContext): CallHandler {
  return async (req, res) => {
    try {
      await answer(req, res);
    } catch (error) {
      await auditFailedRequest(req, { entity: operation, operation: "call" }, error, surface);
      throw error;
    }
  };
}
