import { afterEach, beforeEach, expect } from "vitest";
import { takeLines, takeLog } from "./reports.js";

/**
 * Whatever a server reports to its own log is a mistake of its own: no test may bring one about by surprise. One that
 * means to takes the reports after it has looked.
 */
export function expectNoReports(): void {
  beforeEach(() => {
    takeLines();
  });
  afterEach(() => {
    expect(takeLog().filter(({ level }) => level === "error")).toEqual([]);
  });
}
