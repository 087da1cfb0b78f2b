import { createSlots, isWritten, type Slots, type Source } from "./slot.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { BoundStatement, Statement } from "./statement.js";

/** The most texts of one shape with limits in them, because requests choose limits freely. */
const MAX_WRITTEN = 8;

type CompileText = (slots: Slots) => Statement;

/** The texts of all statements of one shape: one that has only placeholders, and some that have limits in them. */
export class StatementTexts {
  readonly #statement: Statement;
  /** By the limits in them. `undefined` if this shape needs none. */
  readonly #written: Map<string, Statement> | undefined;

  constructor(compile: CompileText, { writesLimits }: Pick<SqlDialect, "writesLimits">) {
    const statement = compile(createSlots());
    // A plan for other values may be bad for these: the database plans such a statement for each of them.
    const hasOnlyLimits =
      statement.slots.length > 0 && statement.slots.every(({ limit }) => limit !== undefined);
    this.#statement = statement;
    this.#written = writesLimits && hasOnlyLimits ? new Map() : undefined;
  }

  /** @param compile Compiles the text of a source of this shape. */
  bind(source: Source, compile: CompileText): BoundStatement {
    const { slots } = this.#statement;
    const parameters = slots.map((slot) => slot.read(source));
    const statement = this.#written && this.#withLimits(this.#written, parameters, source, compile);
    if (statement === undefined) return { statement: this.#statement, parameters };
    return { statement, parameters: statement.slots.map((slot) => slot.read(source)) };
  }

  #withLimits(
    written: Map<string, Statement>,
    parameters: readonly unknown[],
    source: Source,
    compile: CompileText,
  ): Statement | undefined {
    const { slots } = this.#statement;
    const limits = parameters
      .map((value, index) => (isWritten(slots[index]?.limit, value) ? value : "?"))
      .join();
    const known = written.get(limits);
    if (known !== undefined || written.size >= MAX_WRITTEN) return known;
    const statement = compile(createSlots(source));
    written.set(limits, statement);
    return statement;
  }
}
