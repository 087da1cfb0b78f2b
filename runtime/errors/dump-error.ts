/** An export or an import that cannot be done, with what to correct. */
export class DumpError extends Error {
  override readonly name = "DumpError";
}
