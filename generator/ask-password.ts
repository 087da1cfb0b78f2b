import { createInterface } from "node:readline";
import { Writable, type Readable } from "node:stream";
import { CommandError } from "./command-error.js";

/** Asks twice for a new password, without echo. @throws {CommandError} if the two differ, or on interrupt. */
export async function askPassword(input: Readable, prompts: Writable): Promise<string> {
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const terminal = createInterface({ input, output: silent, terminal: true, historySize: 0 });
  terminal.on("SIGINT", () => {
    terminal.close();
  });
  const lines: AsyncIterator<string, unknown> = terminal[Symbol.asyncIterator]();
  const ask = async (prompt: string): Promise<string> => {
    prompts.write(prompt);
    const line = await lines.next();
    prompts.write("\n");
    if (line.done === true) throw new CommandError("Interrupted: no user was created.");
    return line.value;
  };
  try {
    const password = await ask("Password: ");
    if ((await ask("Repeat the password: ")) !== password)
      throw new CommandError("The passwords differ: no user was created.");
    return password;
  } finally {
    terminal.close();
  }
}

/** Reads the first line, without its line end. @throws {CommandError} if the input is empty. */
export async function readLine(input: Readable): Promise<string> {
  const reader = createInterface({ input });
  const lines: AsyncIterator<string, unknown> = reader[Symbol.asyncIterator]();
  const line = await lines.next();
  reader.close();
  if (line.done === true) throw new CommandError("There is no password on the standard input.");
  return line.value;
}
