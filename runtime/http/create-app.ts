import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { sendProblem } from "./send-problem.js";

/**
 * An Express application that answers with problem documents where nothing else has answered: `nothingAt` says what is
 * wrong with a request that nobody took. Mounted in another application, it leaves the last word to that one.
 */
export function createApp(nothingAt: (req: Request) => Error): Express {
  const app = express() as Express & { handle: Handle };
  app.disable("x-powered-by");
  app.disable("etag");
  const handle = app.handle.bind(app);
  app.handle = (req, res, next) => {
    const answerLast = (error?: unknown) => {
      sendProblem(res, error ?? nothingAt(req));
    };
    handle(req, res, next ?? answerLast);
  };
  return app;
}

type Handle = (req: Request, res: Response, next?: NextFunction) => void;
