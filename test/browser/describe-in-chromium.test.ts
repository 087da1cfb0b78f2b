import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { describeInChromium } from "./describe-in-chromium.js";
import { findChromium } from "./find-chromium.js";

test("a CHROMIUM_PATH without a file is an error, and skips nothing", () => {
  vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
  expect(findChromium).toThrow('CHROMIUM_PATH is "/nowhere/chromium", but there is no such file.');
  vi.unstubAllEnvs();
});

// Other tests expect pages without problems, so problems must be detected.
describeInChromium("problems in a page are detected", (openPage) => {
  const page = `<title>x</title><link rel="icon" href="data:,"><script src="/throws.js"></script><script>1</script>
    <img src="http://localhost:1/">`;
  const script = 'alert("hello"); console.error("logged"); throw new Error("thrown")';
  const server = createServer((req, res) => {
    res.setHeader("Content-Security-Policy", "default-src 'self'; img-src data:");
    const isScript = req.url === "/throws.js";
    res.setHeader("Content-Type", isScript ? "text/javascript" : "text/html").end(isScript ? script : page);
  });
  beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test("the tests of pages detect errors, dialogs, violations of the policy and requests", async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { page, problems, urls } = await openPage();
    await page.goto(url);
    const seen = [
      "A dialog said: hello",
      "logged",
      "Error: thrown",
      "script-src-elem forbids inline",
      "img-src forbids http://localhost:1/",
    ];
    await expect.poll(() => problems).toEqual(expect.arrayContaining(seen));
    await expect.poll(() => urls).toEqual([`${url}/`, `${url}/throws.js`, "http://localhost:1/"]);
  });
});
