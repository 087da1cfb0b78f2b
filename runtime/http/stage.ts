import type { Request, Response } from "express";

/**
 * What a request passes before the application: it answers, or calls `next` to let the request on. The request and the
 * response have Express's members only where this server made them itself.
 */
export type Stage = (req: Request, res: Response, next: (error?: unknown) => void) => void;

/** One stage after the other, then `last`. */
export function inOrder(stages: readonly Stage[], last: Stage): Stage {
  return stages.reduceRight<Stage>(
    (rest, stage) => (req, res, next) => {
      stage(req, res, (error) => {
        if (error === undefined) rest(req, res, next);
        else next(error);
      });
    },
    last,
  );
}
