import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { blogConfig, configModule, expectRefusal, Project } from "./project.js";
import { readyToServe } from "./server.js";

const CONFIG = "data-api.config.ts";
const files = {
  [CONFIG]: configModule(),
  "server.ts": `import { DataApi } from "data-api";
import config from "./data-api.config.js";

const api: DataApi = new DataApi(config as never);
api.app.get("/hello", (_req, res) => void res.send(process.env.GREETING));
api.setupApiEndpoints();
await api.startAsync(0);
`,
  ".env": "GREETING=hello",
};

test("start runs a server file in TypeScript, prints its addresses, and stops it", async () => {
  const openapi = configModule(blogConfig()).replace(
    "entities:",
    "openapi: { page: true }, admin: true, entities:",
  );
  const child = new Project({ ...files, [CONFIG]: openapi }).spawn("start", "server.ts");
  const stdout = text(child.stdout);
  const url = await readyToServe(child);
  expect(await (await fetch(new URL("/hello", url))).text()).toBe("hello");
  child.kill("SIGTERM");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
  const base = new URL("/", url).href.replace("127.0.0.1", "localhost");
  expect(await stdout).toBe(
    `Serving ${base}api/data
  Docs page         ${base}api/docs
  OpenAPI document  ${base}api/openapi.json
  Admin page        ${base}admin
  Only this machine can reach it. For others: --host 0.0.0.0
`,
  );
});

test("a server file that handles the signal itself is not interrupted", async () => {
  const own = `${files["server.ts"]}
process.once("SIGTERM", () => void api.stopAsync().then(() => console.log("my own end")));`;
  const child = new Project({ ...files, "server.ts": own }).spawn("start", "server.ts");
  const stdout = text(child.stdout);
  await readyToServe(child);
  child.kill("SIGTERM");
  await once(child, "close");
  expect(await stdout).toContain("my own end");
  expect(child.exitCode).toBe(0);
});

const outer = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === "IPv4" && !each.internal)?.address;

test.skipIf(outer === undefined)(
  "start --host overrides the address, which by default only this machine reaches",
  async () => {
    const config = configModule(blogConfig()).replace('host: "127.0.0.1",', "");
    const ports = ["--port", "0"];
    const asks = async (...args: readonly string[]) => {
      const child = new Project({ ...files, [CONFIG]: config }).spawn("start", ...args);
      const url = new URL("/livez", await readyToServe(child));
      url.hostname = outer ?? "";
      const status = await fetch(url).then(
        (response) => response.status,
        () => "refused",
      );
      child.kill("SIGINT");
      await once(child, "close");
      return status;
    };
    expect(await asks(...ports)).toBe("refused");
    expect(await asks(...ports, "--host", "0.0.0.0")).toBe(200);
    expect(await asks("server.ts", ...ports)).toBe("refused");
    expect(await asks("server.ts", ...ports, "--host", "0.0.0.0")).toBe(200);
  },
);

test.for([["start"], ["start", "server.ts"]])(
  "%s with an address of another machine in --host is an error",
  async (args) => {
    const result = await new Project(files).run(...args, "--port=0", "--host", "203.0.113.7");
    expectRefusal(result, '"203.0.113.7"', "no such address", '"server.host"');
  },
);

test("an error of the server file is shown with its place", async () => {
  const project = new Project({
    ...files,
    "server.ts": 'const broken: string = "x";\nthrow new Error(broken);\n',
  });
  const { exitCode, stderr } = await project.run("start", "server.ts");
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^"server\.ts" failed: Error: x\n\s+at .*server\.ts:2:/);
  expect(stderr).not.toContain("report it");
});

test("mistakes in the configuration of a server file are listed", async () => {
  const config = configModule(blogConfig({ fields: "1: 2," }));
  const result = await new Project({ ...files, [CONFIG]: config }).run("start", "server.ts");
  expectRefusal(result, "The configuration has 2 mistakes");
});

test.for([
  [["server.txt"], "its name must end in .ts"],
  [["missing.ts"], 'There is no server file "missing.ts"'],
  [["server.ts", "server.ts"], "Only one server file"],
  [["server.ts", "--workers=2"], "--workers cannot be combined"],
] as const)("start %s is refused", async ([args, message]) => {
  expectRefusal(await new Project(files).run("start", ...args), message);
});
