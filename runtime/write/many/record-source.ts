import type { ApiError } from "../../errors/api-error.js";

export type SourcedInput =
  | { readonly line: number; readonly input: object; readonly error?: undefined }
  | { readonly line: number; readonly input?: undefined; readonly error: ApiError };

interface SourceParts {
  /** Reads the inputs. With `isWhole` they can be read several times, once all have arrived. */
  readonly read: () => AsyncIterable<SourcedInput>;
  /** Whether all are created or none. */
  readonly isWhole: boolean;
  /** Waits until all have arrived, if `isWhole`. */
  readonly arrive: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The inputs of creates that arrive one after another, in place of a single input. */
export class RecordSource {
  readonly parts: SourceParts;

  constructor(parts: SourceParts) {
    this.parts = parts;
    // Code that copies it like the input of one record must not create an empty record.
    return new Proxy(this, {
      ownKeys: () => {
        throw new Error("A stream of records has no members: pass it to create as it is.");
      },
    });
  }
}
