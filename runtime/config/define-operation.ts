import type { ZodType, input, output } from "zod";
import type { OperationCall, OperationTransaction } from "../model/own-operation.js";
import type { OperationConfig, ParameterConfig, ResultFieldConfig, ReturnsConfig } from "./config.js";
import type { PlainValue, SchemaAnswer, SchemaInput, TypedCall } from "./types/operation-types.js";

type Parameters = Readonly<Record<string, ParameterConfig>>;

// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- no members are what is meant
export type NoMembers = Readonly<Record<never, never>>;

type ParametersInHandler<P> = {
  readonly [N in keyof P]: P[N] extends { isRequired: false }
    ? P[N] extends { default: unknown }
      ? PlainValue<P[N]>
      : PlainValue<P[N]> | null
    : PlainValue<P[N]>;
};

/** The value that a handler may return for a field. `Date` and `bigint` become texts. */
type ReturnedValue<F> = F extends { isRequired: true } ? Returnable<F> : Returnable<F> | null | undefined;
type Returnable<F> = PlainValue<F> | (F extends { type: "date" | "datetime" } ? Date : never) | BigintOf<F>;
type BigintOf<F> = F extends { type: "bigint" } ? bigint : never;

type Rows<F> = readonly { readonly [N in keyof F]: ReturnedValue<F[N]> }[];

type AnswerOf<O, R> = [O] extends [ZodType]
  ? input<O>
  : R extends { fields: infer F }
    ? Rows<F>
    : R extends { value: infer V extends ResultFieldConfig }
      ? ReturnedValue<V>
      : R extends "nothing" | undefined
        ? unknown
        : readonly object[];

type InputOf<I, P> = [I] extends [ZodType] ? output<I> : ParametersInHandler<P>;

type OwnOption = "handler" | "input" | "output" | "parameters" | "returns" | "isRead";

type TypedOperation<I, P, O, R, D, Tx> = Omit<OperationConfig, OwnOption> & {
  readonly isRead?: D;
  readonly input?: I;
  readonly parameters?: P;
  readonly output?: O;
  readonly returns?: R;
  readonly handler: (call: OperationCall<InputOf<I, P>, Tx>) => AnswerOf<O, R> | Promise<AnswerOf<O, R>>;
};

interface CallOf<I, P, O, R, D> {
  readonly input: SchemaInput<I, P>;
  readonly answer: SchemaAnswer<O, R, P>;
  readonly isRead: D extends true ? true : false;
}

/** Types an operation, whose handler gets `Tx`. */
export type DefineOperation<Tx> = <
  const P extends Parameters = NoMembers,
  const R extends ReturnsConfig | undefined = undefined,
  I extends ZodType | undefined = undefined,
  O extends ZodType | undefined = undefined,
  const D extends boolean | undefined = undefined,
>(
  operation: TypedOperation<I, P, O, R, D, Tx>,
) => OperationConfig & TypedCall<CallOf<I, P, O, R, D>>;

/**
 * Returns the operation unchanged, and types the input and the answer of its handler by `input` and `output`, or by
 * `parameters` and `returns`.
 * @example
 * defineOperation({
 *   parameters: { orderid: { type: "int" } },
 *   permissions: ["clerk"],
 *   handler: async ({ input, tx }) => {
 *     await tx.repository("order").update(input.orderid, { isclosed: true });
 *   },
 * });
 */
export const defineOperation: DefineOperation<OperationTransaction> = (operation) => operation;
