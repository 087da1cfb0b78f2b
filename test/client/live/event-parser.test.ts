import fc from "fast-check";
import { expect, test } from "vitest";
import { eventParser } from "../../../runtime/client/live/event-parser.js";

const encoder = new TextEncoder();

/** The blocks of a stream that comes in parts of these sizes. The last part is the rest. */
function parse(text: string, sizes: readonly number[] = []) {
  const bytes = encoder.encode(text);
  const parser = eventParser();
  let start = 0;
  const parts = sizes.map((size) => bytes.subarray(start, (start += size)));
  return [...parts, bytes.subarray(start)].flatMap((part) => parser(part));
}

test("the parser of events gives the type, id, data and wait of each block", () => {
  expect(parse('retry: 2000\nid: p1\n\nevent: create\nid: p2\ndata: {"a":1}\n\n')).toEqual([
    { type: "", data: "", id: "p1", retry: 2000 },
    { type: "create", data: '{"a":1}', id: "p2" },
  ]);
});

test.for([
  ["several lines of data", "data: a\ndata: b\n\n", [{ type: "", data: "a\nb" }]],
  ["no blank after the colon, and only the first one", "data:a\ndata:  b\n\n", [{ type: "", data: "a\n b" }]],
  ["a name without a colon", "data\ndata\n\n", [{ type: "", data: "\n" }]],
  ["a colon in a value", "data: a: b\n\n", [{ type: "", data: "a: b" }]],
  ["comments", ": alive\n:\nid: p\n\n", [{ type: "", data: "", id: "p" }]],
  ["unknown names", "Data: a\nname: b\ndata: c\n\n", [{ type: "", data: "c" }]],
  ["an id that is empty", "id\n\n", [{ type: "", data: "", id: "" }]],
  ["an id with a NUL, which is ignored", "id: a\0b\ndata: c\n\n", [{ type: "", data: "c" }]],
  ["a wait that is no number, which is ignored", "retry: 2s\ndata: c\n\n", [{ type: "", data: "c" }]],
  ["a block without its end, which does not count", "data: a\n\nid: p\ndata: b\n", [{ type: "", data: "a" }]],
  ["other line ends of a text", "data: a\u2028b\n\n", [{ type: "", data: "a\u2028b" }]],
] as const)("the parser of events reads %s", ([, text, blocks]) => {
  expect(parse(text)).toEqual(blocks);
});

test("lines of an event stream end with LF, CRLF or CR, even if the stream pauses there", () => {
  const parser = eventParser();
  const given = (text: string) => parser(encoder.encode(text));
  expect(given("data: a\r\r")).toEqual([{ type: "", data: "a" }]);
  expect(given("data: b\r\n\r")).toEqual([{ type: "", data: "b" }]);
  expect(given("\ndata: c\n\r")).toEqual([{ type: "", data: "c" }]);
  expect(given("data: d\r\n\n")).toEqual([{ type: "", data: "d" }]);
});

test("a byte order mark is no part of the first line of an event stream", () => {
  expect(parse("\uFEFFdata: a\n\n\uFEFFdata: b\n\n", [1, 1])).toEqual([
    { type: "", data: "a" },
    { type: "", data: "" },
  ]);
});

test("an event stream gives the same blocks in any parts, also if they divide a character or a line end", () => {
  const piece = fc.constantFrom("data", "id", "event", ":", " ", "é", "🚂", "\r\n", "\n", "\r", "\n\n", "x");
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(4)), (pieces, sizes) => {
      const text = pieces.join("");
      const whole = parse(text.replaceAll(/\r\n?/g, "\n"));
      expect(parse(text, sizes)).toEqual(whole);
      expect(parse(text, Array<number>(encoder.encode(text).length).fill(1))).toEqual(whole);
    }),
    { numRuns: 2000 },
  );
});
