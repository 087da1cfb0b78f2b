#!/usr/bin/env node
import module from "node:module";
import { exitCodes } from "./exit-codes.js";

/** If the reader closes the pipe early, as `head` does, the command continues and keeps its exit code. */
function passOverClosedPipes(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") return;
    if (stream === process.stdout) process.stderr.write(`The output cannot be written: ${error.message}\n`);
    // If the output cannot be written, the command fails, whatever its own exit code.
    process.once("exit", () => {
      process.exitCode = exitCodes.failed;
    });
  });
}

// From Node.js 22.8 on: compiled code is kept for the next command.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
passOverClosedPipes(process.stdout);
passOverClosedPipes(process.stderr);
process.exitCode = await run();

/** Loads the commands only now, because an old Node.js fails while it loads them. */
async function run(): Promise<number> {
  try {
    await import("../runtime/check-node.js");
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return exitCodes.failed;
  }
  const { main } = await import("./main.js");
  return main(process.argv.slice(2));
}
