import { expect, vi } from "vitest";

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

/** The next line of the log that is like this; a request's is written when its answer has been taken. */
export async function lineLike(expected: object): Promise<LogLine> {
  return vi.waitFor(
    () => {
      const parsed = lines.map((line) => JSON.parse(line) as LogLine);
      expect(parsed).toContainEqual(expect.objectContaining(expected));
      const found = parsed.findIndex((line) =>
        Object.entries(expected).every(([name, value]) => line[name] === value),
      );
      return JSON.parse(lines.splice(found, 1)[0] ?? "") as LogLine;
    },
    { timeout: 10_000, interval: 2 },
  );
}

/** So many times a server has reported a mistake of its own since the last time that somebody asked. */
export function expectReports(count: number): readonly LogLine[] {
  const reports = takeLog().filter(({ level }) => level === "error");
  expect(reports).toHaveLength(count);
  return reports;
}
