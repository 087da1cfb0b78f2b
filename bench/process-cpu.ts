import { readFileSync } from "node:fs";

/** The unit of `/proc/<pid>/stat`, in microseconds. */
const TICK = 10_000;

/** The processor time that processes have taken since they started, in microseconds. Needs Linux. */
export function cpuOf(pids: readonly (number | undefined)[]): number {
  return pids.reduce<number>((sum, pid) => sum + ticksOf(pid) * TICK, 0);
}

function ticksOf(pid: number | undefined): number {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0; // It has ended: it was a connection of another way.
  }
}
