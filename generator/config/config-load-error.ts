import { CommandError } from "../command-error.js";

/** A configuration file that cannot be parsed or executed. The cause is the thrown value. */
export class ConfigLoadError extends CommandError {
  /** The absolute path of the configuration file. */
  readonly file: string;

  constructor(message: string, file: string, cause: unknown) {
    super(message);
    this.file = file;
    this.cause = cause;
  }
}
