import { expect, vi } from "vitest";
import { afterEachFile } from "../after-file.js";

/** A line in the log of a server. */
export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly error?: { readonly type: string; readonly message: string; readonly cause?: object };
  readonly [member: string]: unknown;
}

let lines: string[] = [];
// Lines that one test file leaves unread must not reach the next file.
afterEachFile(() => {
  lines = [];
});

/** The `server.log` of all servers in the tests. Its level is verbose, so that logging is exercised too. */
export const testLog = {
  level: "info",
  destination: {
    write: (line: string) => {
      lines.push(line);
    },
  },
} as const;

/** Returns the log since the last call, and clears it. */
export function takeLog(): LogLine[] {
  return takeLines().map((line) => JSON.parse(line) as LogLine);
}

/** The same as unparsed lines. */
export function takeLines(): string[] {
  const taken = lines;
  lines = [];
  return taken;
}

/** Waits for a log line that matches. The line of a request is written after its answer has been sent. */
export async function lineLike(expected: object): Promise<LogLine> {
  return vi.waitFor(
    () => {
      const parsed = lines.map((line) => JSON.parse(line) as LogLine);
      const like = expect.objectContaining(expected) as { asymmetricMatch: (line: LogLine) => boolean };
      expect(parsed).toContainEqual(like);
      const found = parsed.findIndex((line) => like.asymmetricMatch(line));
      return JSON.parse(lines.splice(found, 1)[0] ?? "") as LogLine;
    },
    { timeout: 60_000, interval: 2 },
  );
}

/** Expects this number of errors in the log since the last call. */
export function expectReports(count: number): readonly LogLine[] {
  const reports = takeLog().filter(({ level }) => level === "error");
  expect(reports).toHaveLength(count);
  return reports;
}
