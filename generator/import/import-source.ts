import { oneLine } from "../one-line.js";
import type { Imported } from "./imported.js";

/** An expression as it is printed into the configuration. */
export type Code = string;

/** All that a configuration is written from. */
export interface ImportSource {
  /** What it is written from: `the database`. */
  readonly origin: string;
  /** Whether that is the file of another tool, of which something may not be carried over. */
  readonly isFile: boolean;
  /** Whether that says who may do what. */
  readonly hasPermissions: boolean;
  readonly imported: Imported;
  /** The members of `database`. */
  readonly database: Readonly<Record<string, Code>>;
  /** Other members of the configuration, such as `server`. */
  readonly options: Readonly<Record<string, Code>>;
  /** What is not carried over, apart from what belongs to an entity. */
  readonly notes: readonly string[];
  /** The environment variables that the configuration reads. */
  readonly variables: readonly Variable[];
}

export interface Variable {
  readonly name: string;
  /** What it holds, for the list of next steps. */
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
