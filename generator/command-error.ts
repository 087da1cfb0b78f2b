/** Something that the person at the terminal can put right: printed as it is, without a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
