import { ApiError } from "../errors/api-error.js";
import { sendProblem } from "./send-problem.js";
import type { Stage } from "./stage.js";

/** Turns away who sends a longer path with its query. No path has a character of more than one byte: Node refuses it. */
export function limitUrl(maxBytes: number): Stage {
  return (req, res, next) => {
    // Mounted in another application, `url` is only the rest.
    const { length } = (req.originalUrl as string | undefined) ?? req.url;
    if (length <= maxBytes) next();
    else
      sendProblem(
        res,
        new ApiError("url-too-long", `The path with its query has ${length} bytes; ${maxBytes} are allowed.`),
      );
  };
}
