import type { Request, Response } from "express";

/**
 * A step that a request passes before the application. It returns a value, because a `next` function would be a
 * closure for each request. Request and response have Express's members only if this server created them.
 * @returns Whether the request continues. If not, it has been answered.
 */
export type Stage = (req: Request, res: Response) => boolean;
