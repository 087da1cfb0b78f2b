import type { DumpProgress, DumpStep } from "../runtime/dump/dump-progress.js";

/** How often the progress is shown on a terminal, or on another output, in milliseconds. */
const REDRAW = 100;
const TELL = 10_000;

const WIDTH = 24;

/** Shows the progress of an export or an import on the standard error: as a bar on a terminal, otherwise as lines. */
export function createDumpBar(): DumpProgress & { readonly clear: () => void } {
  const { isTTY } = process.stderr;
  const begin = Date.now();
  let shown = begin;
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) process.stderr.write("\r\u001b[K");
    isDrawn = false;
  };
  const tell = (line: string) => {
    clear();
    process.stderr.write(`${line}\n`);
  };
  return {
    advance: (step) => {
      const now = Date.now();
      if (now - shown < (isTTY ? REDRAW : TELL)) return;
      shown = now;
      const text = describe(step, (now - begin) / 1_000);
      if (!isTTY) {
        tell(text);
        return;
      }
      const filled = Math.round(step.part * WIDTH);
      const line = `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${text}`;
      // A line that wraps could not be drawn over.
      process.stderr.write(`\r${line.slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`);
      isDrawn = true;
    },
    finish: (table, rows) => tell(`${table}: ${rows} ${rows === 1 ? "row" : "rows"}`),
    note: tell,
    clear,
  };
}

/** `42 %  author  5210 rows/s  12 s left` */
function describe({ table, rows, part }: DumpStep, seconds: number): string {
  const left = part === 0 ? "" : `  ${duration((seconds * (1 - part)) / part)} left`;
  return `${String(Math.floor(part * 100)).padStart(3)} %  ${table}  ${Math.round(rows / Math.max(seconds, 0.001))} rows/s${left}`;
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
