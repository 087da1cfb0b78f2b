import { createSlots, isWritten, type Slot, type Slots, type Source } from "./slot.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { BoundStatement, Statement } from "./statement.js";

/** The maximum number of texts of one shape that contain limits, because requests choose limits freely. */
const MAX_WRITTEN = 8;

type CompileText = (slots: Slots) => Statement;

/** The texts of all statements of one shape: one with only placeholders, and some that contain limits. */
export class StatementTexts {
  readonly #statement: Statement;
  readonly #limits: readonly Slot[];
  /** By the limits in the text. `undefined` if this shape needs none. */
  readonly #written: Map<string, Statement> | undefined;

  constructor(compile: CompileText, { writesLimits }: Pick<SqlDialect, "writesLimits">) {
    this.#statement = compile(createSlots());
    const { slots } = this.#statement;
    this.#limits = slots.filter(({ limit }) => limit !== undefined);
    const isUsed =
      writesLimits === "always" || (writesLimits === "alone" && this.#limits.length === slots.length);
    this.#written = isUsed && this.#limits.length > 0 ? new Map() : undefined;
  }

  /** @param compile Compiles the text of a source of this shape. */
  bind(source: Source, compile: CompileText): BoundStatement {
    const statement = (this.#written && this.#withLimits(this.#written, source, compile)) ?? this.#statement;
    return { statement, parameters: statement.slots.map((slot) => slot.read(source)) };
  }

  #withLimits(written: Map<string, Statement>, source: Source, compile: CompileText): Statement | undefined {
    const limits = this.#limits
      .map(({ limit, read }) => {
        const value = read(source);
        return isWritten(limit, value) ? value : "?";
      })
      .join();
    const known = written.get(limits);
    if (known !== undefined || written.size >= MAX_WRITTEN) return known;
    const statement = compile(createSlots(source));
    written.set(limits, statement);
    return statement;
  }
}
