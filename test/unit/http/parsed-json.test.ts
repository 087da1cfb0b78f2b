import { expect, it } from "vitest";
import { checkParsedJson } from "../../../runtime/http/bodies/parse-json.js";

const limits = { maxJsonDepth: 9, maxJsonKeys: 30 };

// References in a batch can put one object into a list a hundred thousand times.
it.each([
  ["a list", (object: object) => Array.from({ length: 100 }, () => object)],
  [
    "an object",
    (object: object) => Object.fromEntries(Array.from({ length: 60 }, (_, key) => [key, object])),
  ],
  ["lists in lists", (object: object) => Array.from({ length: 50 }, () => [[object], [object]])],
])(
  "counting the keys of parsed JSON stops when there are too many: the same object many times in %s",
  (_, repeat) => {
    let read = 0;
    const object = {
      get a() {
        return ++read;
      },
      b: [],
    };
    expect(() => {
      checkParsedJson(repeat(object), limits);
    }).toThrow("more than 30 keys");
    expect(read).toBeLessThanOrEqual(limits.maxJsonKeys);
  },
);
