import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const entry = new URL("../../runtime/client.ts", import.meta.url).pathname;

/** Bundles an import of these names from the client. */
async function bundle(
  names: string,
): Promise<{ readonly code: string; readonly imports: readonly string[] }> {
  const build = await rolldown({
    input: "virtual:page",
    platform: "browser",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === "virtual:page" ? id : undefined),
        load: (id) =>
          id === "virtual:page" ? `export { ${names} } from ${JSON.stringify(entry)};` : undefined,
      },
    ],
  });
  try {
    const { output } = await build.generate({ format: "esm", minify: true });
    const [{ code, imports }] = output;
    return { code, imports };
  } finally {
    await build.close();
  }
}

const gzipped = ({ code }: { readonly code: string }) => gzipSync(code, { level: 9 }).length;

test("the whole client is at most 5 KB, minified and compressed, and imports nothing", async () => {
  const all = await bundle("createClient, ClientError, entityOf, tagOf");
  expect(all.imports).toEqual([]);
  expect(all.code).not.toMatch(/node:|require\(|process\.|Buffer/);
  expect(gzipped(all)).toBeLessThanOrEqual(5120);
  expect(gzipped(all)).toBeGreaterThan(2000);
});

test("live lists add at most 2.5 KB, only where they are used", async () => {
  const whole = "createClient, ClientError, entityOf, tagOf";
  const all = await bundle(`${whole}, changes, live`);
  expect(all.imports).toEqual([]);
  expect(all.code).not.toMatch(/node:|require\(|process\.|Buffer/);
  expect(gzipped(all) - gzipped(await bundle(whole))).toBeLessThanOrEqual(2560);
  expect((await bundle(whole)).code).not.toContain("text/event-stream");
});

test("a bundler leaves out unused code of the client", async () => {
  expect(gzipped(await bundle("ClientError"))).toBeLessThan(500);
  expect(gzipped(await bundle("tagOf"))).toBeLessThan(200);
});
