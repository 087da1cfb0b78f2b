import type { ZodType, input, output } from "zod";
import type { FieldTypeName, ListOf, ValueOf } from "../model/field-type.js";
import type { ListItemType } from "../model/list.js";
import type { OperationCall } from "../model/own-operation.js";
import type { OperationConfig, ParameterConfig, ResultFieldConfig, ReturnsConfig } from "./config.js";

type Parameters = Readonly<Record<string, ParameterConfig>>;

/** The value of a parameter or a field of an answer, without null. */
type Plain<F> = F extends { values: readonly (infer V)[] }
  ? V
  : F extends { type: "list"; of: infer T extends ListItemType }
    ? ListOf<T>
    : F extends { type: infer T extends FieldTypeName }
      ? ValueOf<T>
      : never;

type Given<P> = {
  readonly [N in keyof P]: P[N] extends { isRequired: false }
    ? P[N] extends { default: unknown }
      ? Plain<P[N]>
      : Plain<P[N]> | null
    : Plain<P[N]>;
};

/** What a handler may return of a field: `Date` and `bigint` too, which are answered as texts. */
type Returned<F> = F extends { isRequired: true } ? Returnable<F> : Returnable<F> | null | undefined;
type Returnable<F> = Plain<F> | (F extends { type: "date" | "datetime" } ? Date : never) | BigintOf<F>;
type BigintOf<F> = F extends { type: "bigint" } ? bigint : never;

type Rows<F> = readonly { readonly [N in keyof F]: Returned<F[N]> }[];

type AnswerOf<O, R> = [O] extends [ZodType]
  ? input<O>
  : R extends { fields: infer F }
    ? Rows<F>
    : R extends { value: infer V extends ResultFieldConfig }
      ? Returned<V>
      : R extends "nothing" | undefined
        ? unknown
        : readonly object[];

type InputOf<I, P> = [I] extends [ZodType] ? output<I> : Given<P>;

type Typed<I, P, O, R> = Omit<OperationConfig, "handler" | "input" | "output" | "parameters" | "returns"> & {
  readonly input?: I;
  readonly parameters?: P;
  readonly output?: O;
  readonly returns?: R;
  readonly handler: (call: OperationCall<InputOf<I, P>>) => AnswerOf<O, R> | Promise<AnswerOf<O, R>>;
};

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
export function defineOperation<
  const P extends Parameters = Record<never, never>,
  const R extends ReturnsConfig | undefined = undefined,
  I extends ZodType | undefined = undefined,
  O extends ZodType | undefined = undefined,
>(operation: Typed<I, P, O, R>): OperationConfig {
  return operation as unknown as OperationConfig;
}
