import { MssqlQueryCompiler } from "kysely";

/**
 * Binds a value once, however often the statement has it, because a request takes at most 2,100 parameters
 * (learn.microsoft.com/sql/sql-server/maximum-capacity-specifications-for-sql-server).
 */
export class MssqlCompiler extends MssqlQueryCompiler {
  readonly #places = new Map<unknown, string>();

  override compileQuery(
    ...query: Parameters<MssqlQueryCompiler["compileQuery"]>
  ): ReturnType<MssqlQueryCompiler["compileQuery"]> {
    this.#places.clear();
    return super.compileQuery(...query);
  }

  protected override appendValue(value: unknown): void {
    // An object, such as a slot, is the same value everywhere. Equal texts or numbers may be of different types.
    const isShared = typeof value === "object" && value !== null;
    const place = isShared ? this.#places.get(value) : undefined;
    if (place !== undefined) {
      this.append(place);
      return;
    }
    super.appendValue(value);
    if (isShared) this.#places.set(value, this.getCurrentParameterPlaceholder());
  }
}
