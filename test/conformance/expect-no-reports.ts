import { afterEach, beforeEach, expect } from "vitest";
import { takeLines, takeLog } from "./reports.js";

/**
 * Fails tests that make a server log an error by surprise, because such a report is a defect of the server. A
 * test that expects reports takes them from the log.
 */
export function expectNoReports(): void {
  beforeEach(() => {
    takeLines();
  });
  afterEach(() => {
    expect(takeLog().filter(({ level }) => level === "error")).toEqual([]);
  });
}
