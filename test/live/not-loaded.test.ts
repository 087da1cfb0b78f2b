import { expect, test } from "vitest";
import { loadedByServer, namesIn } from "../loaded-modules.js";

/** What a server with these options loads for live changes and webhooks until it has answered a request. */
function loadedWith(options: object): readonly string[] {
  const loaded = loadedByServer(options, "/api/data/note/changes", "HEAD");
  // Checks the configuration.
  return namesIn(loaded, /\/runtime\/(changes|webhooks|surfaces\/live)\/(?!check-selects\.)[\w-]+\.js/g);
}

test("a server without live changes and webhooks loads nothing of them", () => {
  expect(loadedWith({})).toEqual([]);
  const [changes, live, webhooks] = ["changes", "surfaces/live", "webhooks"];
  expect(new Set(loadedWith({ changes: { entities: ["note"] } }))).toEqual(new Set([changes, live]));
  const secret = `whsec_${"A".repeat(32)}`;
  const hooks = [{ url: "https://example.com/", events: ["note.create"], secret }];
  expect(new Set(loadedWith({ webhooks: hooks }))).toEqual(new Set([changes, webhooks]));
});
