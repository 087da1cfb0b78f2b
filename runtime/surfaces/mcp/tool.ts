import type { Request } from "express";
import type { Caller } from "../../access/caller.js";
import type { Schema } from "../../model/values/type-schemas.js";

/** The arguments of a call. Only their names and types have been checked. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The context of a call of a tool. */
export interface ToolCall {
  readonly caller: Caller;
  /** The request that carries it. For a client on standard input, a request without content. */
  readonly req: Request;
  /** Aborts when the client stops waiting for the answer. */
  readonly signal: AbortSignal;
}

/** The answer of a call. */
export interface ToolAnswer {
  /** A sentence for the model: what the content is, and what to do next. */
  readonly text: string;
  /** JSON that the tool's output schema describes. */
  readonly content?: object;
}

/** What clients may assume about a tool, to ask people before they call it. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The schema of its arguments, an object. */
  readonly inputSchema: ArgumentsSchema;
  /** The schema of its answer's content, an object. `undefined` if it has none. */
  readonly outputSchema?: Schema | undefined;
  readonly annotations: ToolHints;
  /** Whether the caller may use it at all. Other callers do not know of it. */
  readonly isOffered: (caller: Caller) => boolean;
  /** @throws {ApiError} The error that the endpoints would answer with. */
  readonly run: (args: Arguments, call: ToolCall) => Promise<ToolAnswer>;
}

export type ArgumentsSchema = Schema & {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

export const reads: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The schema of arguments that are all known. */
export function argumentsOf(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): ArgumentsSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
