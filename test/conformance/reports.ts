import { expect } from "vitest";

/** A line that a server wrote to its log. */
export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly error?: { readonly type: string; readonly message: string; readonly cause?: object };
  readonly [member: string]: unknown;
}

let lines: string[] = [];

/** The `server.log` of every server in the tests: says much, so that it is tried as often as anything. */
export const testLog = {
  level: "info",
  destination: {
    write: (line: string) => {
      lines.push(line);
    },
  },
} as const;

/** What has been written since the last time that somebody asked. */
export function takeLog(): LogLine[] {
  return takeLines().map((line) => JSON.parse(line) as LogLine);
}

/** The same, as it was written. */
export function takeLines(): string[] {
  const taken = lines;
  lines = [];
  return taken;
}

/** So many times a server has reported a mistake of its own since the last time that somebody asked. */
export function expectReports(count: number): readonly LogLine[] {
  const reports = takeLog().filter(({ level }) => level === "error");
  expect(reports).toHaveLength(count);
  return reports;
}
