import type { OperatorWarning } from "../../observe/operator-warning.js";
import { DatabaseError } from "./database-error.js";

/** A feature that engines with the same protocol have or lack. */
export interface Capability {
  /** The name in messages: "advisory locks". */
  readonly name: string;
  /** An expression for `select`: an error or the value false means that the server lacks the feature. */
  readonly probe: string;
  /** The parts that need it: their lack is a warning. `undefined`: the server cannot be used without it. */
  readonly neededBy?: string;
}

/**
 * Checks that the server has the required features, with one statement, and with one for each feature only if that
 * fails.
 * @param query Returns the values of the first row.
 * @returns A warning of what the server lacks that not every request needs.
 * @throws {DatabaseError} that names what it lacks.
 */
export async function lookAtCapabilities(
  capabilities: readonly Capability[],
  query: (sql: string) => Promise<readonly unknown[]>,
): Promise<readonly OperatorWarning[]> {
  const lacks = await readLacks(capabilities, query);
  const refused = lacks.filter(({ capability }) => capability.neededBy === undefined);
  if (refused.length > 0) {
    const names = refused.map(({ capability }) => capability.name).join(", ");
    const said = [...new Set(refused.flatMap(({ error }) => wordsOf(error) ?? []))].join("; ");
    throw new LackError(
      "connection",
      `The database server lacks ${names}, which the configuration needs (docs/engines.md)${said && `: ${said}`}`,
      { cause: refused.find(({ error }) => error !== undefined)?.error },
    );
  }
  return lacks.map(({ capability: { name, neededBy = "" }, error }) => {
    const said = wordsOf(error);
    return {
      code: "engine-lacks",
      message: `The database server lacks ${name}: ${neededBy} fail.${said === undefined ? "" : ` It says: ${said}.`}`,
      members: { feature: name },
    };
  });
}

/** The message names the missing feature, and the cause is the server's error. */
export class LackError extends DatabaseError {}

interface Lack {
  readonly capability: Capability;
  /** The driver's error. `undefined` if the server answered that it lacks the feature. */
  readonly error?: unknown;
}

/** The error may have another reason, such as a revoked right, so the message includes what the server said. */
function wordsOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  const { message, code } = error as { readonly message: string; readonly code?: string };
  return `${message.replace(/[.\s]*$/, "")}${code === undefined ? "" : ` (${code})`}`;
}

async function readLacks(
  capabilities: readonly Capability[],
  query: (sql: string) => Promise<readonly unknown[]>,
): Promise<readonly Lack[]> {
  const ask = async (asked: readonly Capability[]): Promise<readonly Lack[]> => {
    const values = await query(`select ${asked.map(({ probe }) => probe).join(", ")}`);
    return asked.flatMap((capability, index) => (isFalse(values[index]) ? [{ capability }] : []));
  };
  try {
    return await ask(capabilities);
  } catch (error) {
    if (isOfConnection(error)) throw error;
  }
  const lacks: Lack[] = [];
  for (const capability of capabilities) {
    try {
      lacks.push(...(await ask([capability])));
    } catch (error) {
      if (isOfConnection(error)) throw error;
      lacks.push({ capability, error: error instanceof DatabaseError ? (error.cause ?? error) : error });
    }
  }
  return lacks;
}

/** Whether the error has nothing to do with the statement. */
function isOfConnection(error: unknown): boolean {
  const { kind } = error as Partial<DatabaseError>;
  return kind === "connection" || kind === "timeout" || kind === "deadlock";
}

/** Drivers return 0 or a text for false. */
function isFalse(value: unknown): boolean {
  return value === false || String(value) === "0";
}
