import type { OpenTransaction } from "./database/database-session.js";
import { SeedError } from "./errors/seed-error.js";
import type { Entity, Field } from "./model/model.js";
import type { AnyRecord, AnyRepository } from "./repository/repository.js";
import { identifyingFields, upsertRecord } from "./repository/upsert-record.js";
import type { Seed, SeedContext, SeedCounts, SeedReport, UpsertOptions } from "./seed.js";

/** Runs a seed in an open transaction. @throws {SeedError} and whatever the seed throws. */
export async function runSeed(
  seed: Seed,
  transaction: OpenTransaction,
  repositoryOf: (entityName: string) => AnyRepository,
): Promise<SeedReport> {
  const report = new Map<string, SeedCounts>();
  const repository = (entityName: string) => repositoryOf(entityName).within(transaction);
  // A named function, because the stack of an error begins below it.
  const upsert = async (
    entityName: string,
    inputs: readonly AnyRecord[],
    options: UpsertOptions = {},
  ): Promise<AnyRecord[]> => {
    const place = new Error();
    Error.captureStackTrace(place, upsert);
    const into = repository(entityName);
    const by = identifyingFields(into.entity, options.by);
    const fail = (index: number, reason: unknown) => {
      const error = new SeedError(nameRecord(into.entity, by, inputs[index], index), reason);
      if (place.stack !== undefined) error.stack = place.stack;
      return error;
    };
    const records: AnyRecord[] = [];
    const known = new Map<string, number>();
    for (const [index, input] of inputs.entries()) {
      const id = JSON.stringify(by.map(({ name }) => input[name]));
      const former = known.get(id);
      if (former !== undefined) throw fail(index, `it is the same as record ${former + 1}.`);
      known.set(id, index);
      try {
        const { outcome, record } = await upsertRecord(into, input, by);
        const counts = report.get(into.entity.name) ?? { created: 0, changed: 0, left: 0 };
        report.set(into.entity.name, { ...counts, [outcome]: counts[outcome] + 1 });
        records.push(record);
      } catch (error) {
        throw fail(index, error);
      }
    }
    return records;
  };
  await seed({ repository, upsert, db: transaction.kysely } as unknown as SeedContext);
  return report;
}

/** `country, record 3 (code "de")` */
function nameRecord(
  { name }: Entity,
  by: readonly Field[],
  input: AnyRecord | undefined,
  index: number,
): string {
  const values = by.map((field) => {
    const value = input?.[field.name];
    return `${field.name} ${value === undefined ? "missing" : JSON.stringify(value)}`;
  });
  return `${name}, record ${index + 1} (${values.join(", ")})`;
}
