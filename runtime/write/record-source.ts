import type { ApiError } from "../errors/api-error.js";

/** An input that arrived on a line, or what is wrong with it. */
export type SourcedInput =
  | { readonly line: number; readonly input: object; readonly error?: undefined }
  | { readonly line: number; readonly input?: undefined; readonly error: ApiError };

interface SourceParts {
  /** Reads the inputs. With `isWhole` they can be read more than once, when all have arrived. */
  readonly read: () => AsyncIterable<SourcedInput>;
  readonly isWhole: boolean;
  /** Waits until all have arrived, if `isWhole`. */
  readonly arrive: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The inputs of creates that arrive one after another, instead of the input of one. */
export class RecordSource {
  readonly read: SourceParts["read"];
  /** Whether all are created or none. */
  readonly isWhole: boolean;
  readonly arrive: SourceParts["arrive"];
  readonly close: SourceParts["close"];

  constructor({ read, isWhole, arrive, close }: SourceParts) {
    this.read = read;
    this.isWhole = isWhole;
    this.arrive = arrive;
    this.close = close;
    // Code that copies it as if it was the input of one record must not create an empty one.
    return new Proxy(this, {
      ownKeys: () => {
        throw new Error("A stream of records has no members: pass it to create as it is.");
      },
    });
  }
}
