import type { ChildProcess } from "node:child_process";
import { cpuOf } from "./process-cpu.js";
import { readOne } from "./operations.js";
import { formatTable, median } from "./report.js";
import { stop } from "./processes.js";

/** A start, from the new process to its first answer. */
interface Start {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
}

type Serve = () => Promise<{ readonly port: number; readonly process: ChildProcess }>;

/**
 * Starts each contestant in turn, and stops it after its first answer.
 * @returns Tables of medians, with their ratios to those of the hand-written server.
 */
export async function compareStarts(
  contestants: ReadonlyMap<string, Serve>,
  rounds: number,
): Promise<string> {
  const starts = new Map<string, Start[]>();
  for (let round = 0; round < rounds; round++)
    for (const [name, serve] of contestants)
      starts.set(name, [...(starts.get(name) ?? []), await timed(serve)]);
  const table = (title: string, key: keyof Start) => {
    const valueOf = (name: string) => median((starts.get(name) ?? []).map((each) => each[key]));
    const names = [...starts.keys()];
    const ratios = names.map((name) => (valueOf(name) / valueOf("hand-written")).toFixed(2));
    return formatTable(
      [title, ...names],
      [
        ["median", ...names.map((name) => valueOf(name).toFixed(0))],
        ...(starts.has("hand-written") ? [["ratio to hand-written", ...ratios]] : []),
      ],
    );
  };
  return [table("start to first answer, ms", "milliseconds"), table("its CPU, ms", "cpuMilliseconds")].join(
    "\n\n",
  );
}

async function timed(serve: Serve): Promise<Start> {
  const begin = performance.now();
  const server = await serve();
  const response = await fetch(`http://127.0.0.1:${server.port}${readOne.path}`);
  await response.arrayBuffer();
  const milliseconds = performance.now() - begin;
  const cpuMilliseconds = cpuOf([server.process.pid]) / 1_000;
  await stop(server.process);
  if (response.status !== 200) throw new Error(`The first answer was ${response.status}.`);
  return { milliseconds, cpuMilliseconds };
}
