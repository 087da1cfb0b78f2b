/**
 * Ends a transaction in which records of a list were written together, so that the record at fault is not known. It is
 * run again, one record after the other.
 */
export class FailedTogether extends Error {
  override readonly name = "FailedTogether";

  constructor(cause: unknown) {
    super("Records that were written together have failed.", { cause });
  }
}
