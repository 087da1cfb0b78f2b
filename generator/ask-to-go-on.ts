import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Asks a question, and whether the answer is yes. An interrupt, an end of the input and anything else mean no. */
export async function askToGoOn(question: string, input: Readable, prompts: Writable): Promise<boolean> {
  const terminal = createInterface({ input });
  try {
    prompts.write(`${question} [y/N] `);
    for await (const line of terminal) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    terminal.close();
  }
}
