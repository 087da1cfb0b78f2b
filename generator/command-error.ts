/** A mistake that the user can correct. It is printed without a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
