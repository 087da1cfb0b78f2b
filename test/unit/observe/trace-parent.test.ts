import { expect, it } from "vitest";
import { traceIdOf } from "../../../runtime/observe/observation.js";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

it.each([`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-00`, `cc-${TRACE}-${PARENT}-01-what.is.new`])(
  "%s is a valid traceparent",
  (header) => {
    expect(traceIdOf(header)).toBe(TRACE);
  },
);

it.each([
  `ff-${TRACE}-${PARENT}-01`,
  `00-${"0".repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01 `,
  undefined,
])("%s is not a valid traceparent", (header) => {
  expect(traceIdOf(header)).toBeUndefined();
});
