import { kysely } from "../../sql/kysely.js";

/**
 * Binds a value once, however often the statement has it, because a request takes at most 2,100 parameters
 * (learn.microsoft.com/sql/sql-server/maximum-capacity-specifications-for-sql-server).
 */
export class MssqlCompiler extends kysely.MssqlQueryCompiler {
  readonly #places = new Map<unknown, string>();

  override compileQuery(
    ...query: Parameters<InstanceType<typeof kysely.MssqlQueryCompiler>["compileQuery"]>
  ): ReturnType<InstanceType<typeof kysely.MssqlQueryCompiler>["compileQuery"]> {
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
