import type { Request } from "express";
import type { Caller, Identify } from "../../access/caller.js";
import type { OwnOperation } from "../../model/own-operation.js";

/** The dependencies of an operation's route. */
export interface OperationContext {
  readonly identify: Identify;
  readonly operation: OwnOperation;
  /**
   * Runs the operation in a transaction. `undefined` if it has no answer.
   * @throws {ApiError} and whatever a handler throws.
   */
  readonly run: <Answer = unknown>(input: object, caller: Caller, req: Request) => Promise<Answer>;
}

/** A call that may run: its input is checked. */
export interface ParsedCall {
  readonly input: object;
  readonly caller: Caller;
}
