import { afterEach, expect, test, vi } from "vitest";
import { createDumpBar } from "../../generator/dump-bar.js";

const { isTTY } = process.stderr;

afterEach(() => {
  process.stderr.isTTY = isTTY;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function watch(isTerminal: boolean) {
  vi.useFakeTimers({ now: 0 });
  process.stderr.isTTY = isTerminal;
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((part) => {
    written.push(String(part));
    return true;
  });
  const bar = createDumpBar();
  const at = (seconds: number, rows: number, part: number) => {
    vi.setSystemTime(seconds * 1_000);
    bar.advance({ table: "post", rows, part });
  };
  return { bar, at, written };
}

test("a terminal shows the progress of a dump in a bar that is redrawn in place, and cleared before lines", () => {
  const { bar, at, written } = watch(true);
  at(0.01, 1, 0.01);
  at(10, 5_000, 0.25);
  at(10.01, 5_001, 0.25);
  at(20, 8_000, 0.5);
  bar.finish("post", 1);
  bar.clear();
  expect(written).toEqual([
    "\r██████░░░░░░░░░░░░░░░░░░  25 %  post  500 rows/s  30 s left\u001b[K",
    "\r████████████░░░░░░░░░░░░  50 %  post  400 rows/s  20 s left\u001b[K",
    "\r\u001b[K",
    "post: 1 row\n",
  ]);
});

test("a dump without a terminal prints a line of its progress every ten seconds", () => {
  const { bar, at, written } = watch(false);
  at(9, 900, 0.01);
  at(10, 1_000, 0.01);
  at(11, 1_100, 0.02);
  at(3_600, 1_200, 0.25);
  bar.finish("post", 4_800);
  expect(written).toEqual([
    "  1 %  post  100 rows/s  16 min 30 s left\n",
    " 25 %  post  0 rows/s  3 h 0 min left\n",
    "post: 4800 rows\n",
  ]);
});
