import { describe, expect, it } from "vitest";
import { nearest, suggestion } from "../../../runtime/errors/nearest.js";

describe("the nearest name", () => {
  it.each([
    ["titel", "title"],
    ["TITLE", "title"],
    ["tile", "title"],
    ["ttile", "title"],
    ["contents", "content"],
    ["isEdtable", "isEditable"],
    ["viewz", "views"],
  ])("the nearest name to %s is %s", (wrong, right) => {
    expect(nearest(wrong, ["id", "title", "content", "views", "isEditable"])).toBe(right);
    expect(suggestion(wrong, ["id", "title", "content", "views", "isEditable"])).toBe(
      ` Did you mean "${right}"?`,
    );
  });

  it.each(["zzz", "password", "x".repeat(65), ""])("there is no nearest name to %j", (wrong) => {
    expect(nearest(wrong, ["title", "content", "x".repeat(64)])).toBeUndefined();
    expect(suggestion(wrong, ["title", "content"])).toBe("");
  });

  it.each([
    ["b", ["a", "c"]],
    ["b", ["B"]],
    ["ad", ["bc"]],
  ])("the nearest name to %j of %j shares a letter with it", (wrong, names) => {
    expect(nearest(wrong, names)).toBe(names.find((name) => name.toLowerCase() === wrong));
  });

  it("the nearest name to a shortened name is the only one that begins so", () => {
    expect(nearest("pay", ["cancelOrder", "payOrder"])).toBe("payOrder");
    expect(nearest("pay", ["payOrder", "payInvoice"])).toBeUndefined();
    expect(nearest("pa", ["payOrder"])).toBeUndefined();
  });

  it("the nearest name is the first of several with the same distance", () => {
    expect(nearest("cat", ["bat", "hat"])).toBe("bat");
  });
});
