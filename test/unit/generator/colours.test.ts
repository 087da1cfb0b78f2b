import { expect, test, vi } from "vitest";
import { styled } from "../../../generator/colours.js";

const stream = (isTTY: boolean, hasColors: boolean) =>
  ({ isTTY, hasColors: () => hasColors }) as NodeJS.WriteStream;

test("a text is styled for a terminal that has colours, and plain elsewhere", () => {
  // `styleText` of newer versions of Node.js looks at the variables itself.
  vi.stubEnv("NO_COLOR", undefined);
  vi.stubEnv("FORCE_COLOR", "1");
  expect(styled("bold", "done", stream(true, true))).toBe("\u001b[1mdone\u001b[22m");
  expect(styled("bold", "done", stream(true, false))).toBe("done");
  expect(styled("bold", "done", stream(false, true))).toBe("done");
  vi.unstubAllEnvs();
});
