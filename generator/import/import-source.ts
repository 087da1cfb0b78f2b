import { oneLine } from "../one-line.js";
import type { ImportedTables } from "./imported.js";

/** The environment variable that holds the password. The password itself is never written to a file. */
export const PASSWORD_VARIABLE = "DB_PASSWORD";

/** An expression as it is printed into the configuration. */
export type Code = string;

/** The input for a new configuration. */
export interface ImportSource {
  /** The name of the source: `the database`. */
  readonly origin: string;
  /** Whether the source is the file of another tool, parts of which may not be carried over. */
  readonly isFile: boolean;
  /** Whether the source contains permissions. */
  readonly hasPermissions: boolean;
  readonly imported: ImportedTables;
  readonly database: Readonly<Record<string, Code>>;
  /** Other members of the configuration, such as `server`. */
  readonly options: Readonly<Record<string, Code>>;
  /** Parts that are not carried over and do not belong to an entity. */
  readonly notes: readonly string[];
  /** The environment variables that the configuration reads. */
  readonly variables: readonly Variable[];
}

export interface Variable {
  readonly name: string;
  /** Its meaning, for the list of next steps. */
  readonly meaning: string;
}

/** A value as an expression. */
export function toCode(value: unknown): Code {
  return oneLine(JSON.stringify(value));
}

/** The value of an environment variable as an expression, in the form that every compiler option accepts. */
export function variableCode(name: string): Code {
  return `process.env[${toCode(name)}]`;
}
