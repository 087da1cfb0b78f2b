import { afterEach, beforeEach, expect, vi, type MockInstance } from "vitest";

/**
 * Whatever a server reports to its own log is a mistake of its own: no test may bring one about by surprise. One that
 * means to clears the mock after it has looked.
 */
export function expectNoReports(): void {
  let reported: MockInstance<typeof console.error>;
  beforeEach(() => {
    reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterEach(() => {
    const reports = reported.mock.calls;
    // First, or the reports of one test would be those of all that follow.
    reported.mockRestore();
    expect(reports).toEqual([]);
  });
}
