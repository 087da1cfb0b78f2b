import type { Kysely } from "kysely";
import type { z } from "zod";
import type { CallerInfo } from "./settings/auth-settings.js";
import type { HookCaller, HookRepository } from "./hooks.js";
import type { Field } from "./field.js";
import type { Limits } from "./settings/server-settings.js";

/** An operation of the configuration, checked and complete. */
export interface OwnOperation {
  readonly name: string;
  readonly description: string | undefined;
  readonly work: RoutineCall | HandlerCall;
  /** In the order of the procedure or function. Empty for a handler with an input schema. */
  readonly parameters: readonly OperationParameter[];
  readonly returns: OperationReturns;
  /** Whether it is called by GET and may not write. */
  readonly isRead: boolean;
  /** The roles that may call it. */
  readonly roles: readonly string[];
  /** The limits of its body. */
  readonly limits: Limits;
  /** In milliseconds. */
  readonly timeout: number;
  /** The most rows of each result. */
  readonly maxRows: number;
}

/** A procedure or function of the database. */
export interface RoutineCall {
  readonly kind: "procedure" | "function";
  readonly schema: string | undefined;
  readonly name: string;
}

/** A handler, with the schemas that replace its parameters and fields. */
export interface HandlerCall {
  readonly kind: "handler";
  readonly run: OperationHandler;
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType | undefined;
}

/** A parameter. Its column is the name in the database. */
export interface OperationParameter {
  readonly field: Field;
  readonly direction: ParameterDirection;
}

export const parameterDirections = ["in", "out", "inout", "cursor"] as const;

/** `cursor` is a cursor that the procedure or function opens. Its rows are a result. */
export type ParameterDirection = (typeof parameterDirections)[number];

/** The answer of an operation, apart from its output parameters. */
export type OperationReturns =
  | { readonly kind: "nothing" }
  | { readonly kind: "value"; readonly field: Field }
  | { readonly kind: "rows"; readonly fields: readonly Field[] }
  | { readonly kind: "results"; readonly results: readonly (readonly Field[])[] };

/** The member of the answer that holds the result of the operation. Output parameters are members beside it. */
export const returnMembers = {
  nothing: undefined,
  value: "value",
  rows: "items",
  results: "results",
} as const satisfies Record<OperationReturns["kind"], string | undefined>;

/** The parameters that a call supplies. */
export const inputFields = fieldsThatGo("in");

/** The parameters that are part of the answer. */
export const outputFields = fieldsThatGo("out");

function fieldsThatGo(way: "in" | "out") {
  return ({ parameters }: Pick<OwnOperation, "parameters">): readonly Field[] =>
    parameters
      .filter(({ direction }) => direction === way || direction === "inout")
      .map(({ field }) => field);
}

/** The transaction that a handler runs in. */
export interface OperationTransaction {
  /** Kysely in the transaction. */
  readonly db: Kysely<Record<string, Record<string, unknown>>>;
  /** The repository of an entity in the transaction, without permission checks. */
  readonly repository: (entityName: string) => HookRepository;
  /** The same transaction with a caller's rights: its repositories reject what the endpoints would reject. */
  as(caller: OperationCaller | CallerInfo): OperationTransaction;
  /** Runs `work` after a savepoint. If it throws, only what it did is undone. */
  transaction<T>(work: (tx: OperationTransaction) => Promise<T>): Promise<T>;
}

/** The caller. `userId` is null for an anonymous caller. */
export interface OperationCaller extends HookCaller {
  readonly isAuthenticated: boolean;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The input of a handler. */
export interface OperationCall<Input = never, Tx = OperationTransaction> {
  /** The checked input. */
  readonly input: Input;
  readonly caller: OperationCaller;
  readonly tx: Tx;
}

/** Answers a call. If it throws, the transaction is rolled back. */
export type OperationHandler = (call: OperationCall) => unknown;
