import type { IncomingMessage, ServerResponse } from "node:http";
import { answersMethod, methodsOf } from "./endpoint.js";
import { sendProblem } from "./send-problem.js";
import type { Stage } from "./stage.js";

/** The handlers of the server's fixed paths. They serve monitoring, not callers. */
export type FixedReads = Readonly<
  Partial<Record<FixedPath, (req: IncomingMessage, res: ServerResponse) => void | Promise<void>>>
>;

const fixedPaths = ["/livez", "/readyz", "/metrics"] as const;
type FixedPath = (typeof fixedPaths)[number];

const allowed = methodsOf([{ methods: ["get"] }]);

/** Answers fixed paths before any stage that could reject the request. */
export function answerFixedReads(reads: FixedReads): Stage {
  return (req, res) => {
    const path = fixedPathOf(req.url);
    const read = path && reads[path];
    if (read === undefined) return true;
    if (!answersMethod(req.method, res, allowed)) {
      const answer = async () => read(req, res);
      answer().catch((error: unknown) => sendProblem(res, error));
    }
    return false;
  };
}

/** The fixed path of a URL, even if nothing answers there. `undefined` for other URLs. */
export function fixedPathOf(url: string): FixedPath | undefined {
  return fixedPaths.find((path) => url.startsWith(path) && [undefined, "?"].includes(url[path.length]));
}
