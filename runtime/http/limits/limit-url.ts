import { ApiError } from "../../errors/api-error.js";
import { sendProblem } from "../send-problem.js";
import type { Stage } from "../stage.js";

/** Rejects longer URLs. Every character is one byte: Node.js rejects URLs with others. */
export function limitUrl(maxBytes: number): Stage {
  return (req, res) => {
    // If the application is mounted in another one, `url` does not contain the mount path.
    const { length } = (req.originalUrl as string | undefined) ?? req.url;
    if (length <= maxBytes) return true;
    const detail = `The path with its query has ${length} bytes; ${maxBytes} are allowed.`;
    sendProblem(res, new ApiError("url-too-long", detail));
    return false;
  };
}
