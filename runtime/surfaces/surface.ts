import type { Express, IRouter, Request, Response } from "express";
import type { Caller, Identify } from "../access/caller.js";
import type { ChangeFeed } from "../changes/change-feed.js";
import type { Database } from "../database/database.js";
import type { RateLimiter } from "../http/rate-limits/rate-limiter.js";
import type { Shortcut } from "../http/shortcut.js";
import type { EndpointFamily } from "../model/endpoint-families.js";
import type { Model, Policy } from "../model/model.js";
import type { OwnOperation } from "../model/own-operation.js";
import type { AnyRepository } from "../repository/repository.js";
import type { Users } from "../repository/users/users.js";

/** A path of the server that people open. */
export interface Address {
  readonly title: string;
  readonly path: string;
}

/** The dependencies of an entity's routes. */
export interface RouteContext<Repo = AnyRepository> {
  readonly identify: Identify;
  readonly repository: Repo;
  /** The families of endpoints that the configuration selects. Generated routes contain only these. */
  readonly endpoints: readonly EndpointFamily[];
}

/** The repository, policy and routes of one entity. */
export interface EntityParts {
  readonly repository: AnyRepository;
  readonly policy: Partial<Policy>;
  readonly routes: (context: RouteContext<never>) => IRouter;
}

/** The dependencies of an operation's route. */
export interface OperationContext {
  readonly identify: Identify;
  readonly operation: OwnOperation;
  /**
   * Runs the operation in a transaction. `undefined` if it has no answer.
   * @throws {ApiError} and whatever a handler throws.
   */
  readonly run: <Answer = unknown>(
    input: object,
    caller: Caller,
    req: Request,
    options?: ToolCallOptions,
  ) => Promise<Answer>;
}

/** An operation that an agent calls as a tool. */
export interface ToolCallOptions {
  /** The tool's name, for the audit. */
  readonly tool?: string | undefined;
  /** Cancels the running statement. */
  readonly signal?: AbortSignal | undefined;
  /** A larger answer is an error, and nothing is written. Default: `server.maxResponseBytes`. */
  readonly maxAnswerBytes?: number | undefined;
}

/** Answers a call. */
export type CallHandler = (req: Request, res: Response) => Promise<void>;

/** The dependencies of surfaces. */
export interface SurfaceContext {
  readonly app: Express;
  /** Adds a shortcut, which is tried before Express's router. */
  readonly addShortcut: (shortcut: Shortcut) => void;
  readonly model: Model;
  readonly database: Database;
  /** By lower-case name. */
  readonly entities: ReadonlyMap<string, EntityParts>;
  /** The routes of operations in generated code, by name. */
  readonly operationParts: ReadonlyMap<string, (context: OperationContext) => CallHandler>;
  /** The changes of records. `undefined` if nothing follows them. */
  readonly changes: Promise<ChangeFeed> | undefined;
  readonly isStopping: () => boolean;
  /** Registers what is to be done when the server begins to stop. */
  readonly onStopping: (end: () => void) => void;
  /** `undefined` if this server has no users of its own. */
  readonly users: Users | undefined;
  readonly rateLimits: RateLimiter;
  readonly identify: Identify;
  /** Like `identify`, but without counting towards rate limits, which have already counted the request. */
  readonly identifyUncounted: Identify;
}
