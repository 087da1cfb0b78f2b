import { readFileSync } from "node:fs";

/** The memory of a process at this moment, in megabytes. 0 if it has ended. Needs Linux. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
  } catch {
    return 0;
  }
}
