import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { DatabaseError } from "../../runtime/database/wire/database-error.js";
import { loadDriver } from "../../runtime/database/wire/load-driver.js";
import { freePort } from "../replicas/processes.js";
import { blogConfig, configModule, expectRefusal, Project } from "./project.js";
import { readyToServe, untilRefused } from "./server.js";

const CONFIG = "data-api.config.mjs";

test.concurrent("start serves on a free port, and SIGTERM ends it with exit code 0", async () => {
  const project = new Project({ [CONFIG]: configModule() });
  const child = project.spawn("start", "--port", "0");
  const stderr = text(child.stderr);
  const url = await readyToServe(child);
  expect(new URL(url).port).not.toBe("1337");
  const response = await fetch(`${url}/blogpost/public/findall/id/0/10`);
  expect(await response.json()).toEqual({ count: 0, items: [] });

  child.kill("SIGTERM");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
  expect(await stderr).toBe("");
  await expect(fetch(url)).rejects.toThrow();
});

test.concurrent("SIGINT ends start with exit code 0", async () => {
  const child = new Project({ [CONFIG]: configModule() }).spawn("start", "--port=0");
  await readyToServe(child);
  child.kill("SIGINT");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
});

test.concurrent("a request that is running at SIGTERM is still answered", async () => {
  // The validator blocks the request until the test sends a message, and reports when the signal has arrived.
  const holdUp = `writeValidator: async () => {
    process.once("SIGTERM", () => process.send("stopping"));
    process.send("writing");
    await new Promise((resolve) => process.once("message", resolve));
    return true;
  },`;
  const child = new Project({ [CONFIG]: configModule(blogConfig({ rest: holdUp })) }).spawn(
    "start",
    "--port",
    "0",
  );
  const url = await readyToServe(child);
  const said = () => once(child, "message") as Promise<[string]>;

  const writing = said();
  const answer = post(`${url}/blogpost`, '{"title":"I like trains"}');
  expect(await writing).toEqual(["writing", undefined]);
  const stopping = said();
  child.kill("SIGTERM");
  expect(await stopping).toEqual(["stopping", undefined]);
  const closed = once(child, "close");
  child.send("go on");

  expect(await answer).toEqual({ status: 201, body: "1" });
  await closed;
  expect(child.exitCode).toBe(0);
});

function post(url: string, body: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json", Connection: "keep-alive" };
    const request = http.request(url, { method: "POST", headers }, (response) => {
      text(response).then((answer) => {
        resolve({ status: response.statusCode, body: answer });
      }, reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

test.concurrent.for(["", "-1", "80.5", "65536"])("start --port refuses the value %j", async (port) => {
  const project = new Project({ [CONFIG]: configModule() });
  expectRefusal(await project.run("start", `--port=${port}`), `"${port}" is not a port`, "0 to 65535");
});

test.concurrent("start refuses a port that is taken", async () => {
  const taken = net.createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const project = new Project({ [CONFIG]: configModule() });
  expectRefusal(await project.run("start", "--port", String(port)), String(port), "taken", "--port");
  taken.close();
});

const networkDialects = ["postgres", "mysql", "mssql"] as const;

/** A configuration whose database server is not running, and the address of that server. */
async function withoutDatabase(dialect: string, server: string): Promise<{ config: string; place: string }> {
  const port = await freePort();
  const login = 'userName: "me", password: "open sesame"';
  const config = configModule(blogConfig({ server })).replace(
    'dialect: "sqlite", name: ":memory:"',
    `dialect: "${dialect}", name: "shop", host: "127.0.0.1", port: ${port}, ${login}`,
  );
  return { config, place: `127.0.0.1:${port}` };
}

test.concurrent.for(networkDialects)(
  "with startsWithoutDatabase=false, a missing %s server is an error, and the password is not printed",
  async (dialect) => {
    const { config, place } = await withoutDatabase(dialect, "startsWithoutDatabase: false");
    const result = await new Project({ [CONFIG]: config }).run("start", "--port", "0");
    expectRefusal(result, `"shop" on ${place}`, `Nothing listens at ${place}`, '"host"');
    expect(result.stderr).not.toContain("sesame");
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
  },
);

test.concurrent.for(networkDialects)(
  "start waits for a missing %s server, logs it, and ends with exit code 0 after SIGTERM",
  async (dialect) => {
    const { config, place } = await withoutDatabase(dialect, "");
    const child = new Project({ [CONFIG]: config }).spawn("start", "--port", "0");
    const stderr = text(child.stderr);
    const url = await readyToServe(child);
    expect((await fetch(new URL("/livez", url))).status).toBe(200);
    const ready = await fetch(new URL("/readyz", url));
    expect(ready.status).toBe(503);
    expect(Number(ready.headers.get("retry-after"))).toBeGreaterThan(0);
    const response = await fetch(`${url}/blogpost/public/findall/id/0/10`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "database-unavailable" });
    child.kill("SIGTERM");
    await once(child, "close");
    expect(child.exitCode).toBe(0);
    const attempts = (await stderr)
      .split("\n")
      .filter((line) => line.includes("The database is unavailable"));
    expect(attempts[0]).toContain(`Nothing listens at ${place}`);
    expect(await stderr).not.toContain("sesame");
  },
);

/** Blocks a write until the test sends a message, and reports when the write has begun. */
const heldUp = `writeValidator: async () => {
  process.send("writing");
  await new Promise((resolve) => process.once("message", resolve));
  return true;
},`;

test.concurrent("after SIGTERM the server reports that it is not ready, but still serves for a time", async () => {
  const config = configModule(blogConfig()).replace("shutdownDelay: 0", "shutdownDelay: 8_000");
  const child = new Project({ [CONFIG]: config }).spawn("start", "--port", "0");
  const url = await readyToServe(child);
  child.kill("SIGTERM");
  await vi.waitUntil(async () => (await fetch(new URL("/readyz", url))).status === 503, { timeout: 60_000 });
  const response = await fetch(`${url}/blogpost/public/findall/id/0/10`);
  expect(response.status).toBe(200);
  expect(response.headers.get("connection")).toBe("close");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
});

test.concurrent.for([
  ["SIGTERM", "SIGTERM", 143],
  ["SIGTERM", "SIGINT", 130],
  ["SIGINT", "SIGINT", 130],
] as const)(
  "after %s, a second signal %s ends the server at once with exit code %i",
  async ([first, second, exitCode]) => {
    const project = new Project({ [CONFIG]: configModule(blogConfig({ rest: heldUp })) });
    const child = project.spawn("start", "--port", "0");
    const url = await readyToServe(child);
    const writing = once(child, "message");
    const lost = expect(post(`${url}/blogpost`, '{"title":"t"}')).rejects.toThrow();
    await writing;
    child.kill(first);
    // Refused connections show that the first signal has been handled.
    await untilRefused(url);
    child.kill(second);
    await once(child, "close");
    expect(child.exitCode).toBe(exitCode);
    await lost;
  },
);

test.concurrent("requests that take longer than shutdownTimeout are cut off, and the exit code is 0", async () => {
  const server = "shutdownTimeout: 200";
  const project = new Project({ [CONFIG]: configModule(blogConfig({ rest: heldUp, server })) });
  const child = project.spawn("start", "--port", "0");
  const url = await readyToServe(child);
  const writing = once(child, "message");
  const lost = expect(post(`${url}/blogpost`, '{"title":"t"}')).rejects.toThrow();
  await writing;
  child.kill("SIGINT");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
  await lost;
});

test.concurrent("an uncaught error ends the server with exit code 1, after the other requests are answered", async () => {
  const broken = heldUp.replace(
    'process.send("writing");',
    'process.send("writing"); setImmediate(() => { throw new Error("not caught"); });',
  );
  const project = new Project({ [CONFIG]: configModule(blogConfig({ rest: broken })) });
  const child = project.spawn("start", "--port", "0");
  const stderr = text(child.stderr);
  const url = await readyToServe(child);
  const writing = once(child, "message");
  const answer = post(`${url}/blogpost`, '{"title":"t"}');
  await writing;
  await untilRefused(url);
  child.send("go on");
  expect(await answer).toEqual({ status: 201, body: "1" });
  await once(child, "close");
  expect(child.exitCode).toBe(1);
  expect(await stderr).toContain("not caught");
});

test.concurrent("start fails if the database cannot be opened, and names it", async () => {
  const config = configModule().replace(":memory:", "no/such/folder/blog.db");
  const project = new Project({ [CONFIG]: config });
  expectRefusal(await project.run("start", "--port", "0"), "no/such/folder/blog.db");
  expect(project.files()).toEqual([CONFIG]);
});

test.concurrent("start fails if the database differs from the configuration, and shows the difference", async () => {
  const config = configModule().replace(":memory:", "blog.db");
  const project = new Project({ [CONFIG]: config });
  const child = project.spawn("start", "--port", "0");
  await readyToServe(child);
  child.kill("SIGTERM");
  await once(child, "close");
  project.write(CONFIG, config.replace('type: "string"', 'type: "int"'));
  expectRefusal(await project.run("start", "--port", "0"), "title", "text", "integer");
});

test.concurrent("loading a missing driver is an error with the command that installs it", async () => {
  const loading = loadDriver("data-api-no-such-driver", "sqlite");
  await expect(loading).rejects.toBeInstanceOf(DatabaseError);
  await expect(loading).rejects.toThrow(
    /"data-api-no-such-driver".*"sqlite".*npm install data-api-no-such-driver$/,
  );
});

test.concurrent.each([
  {
    option: "server.metrics",
    config: blogConfig({ server: "metrics: true" }),
    name: "prom-client",
    command: "npm install prom-client",
  },
  {
    option: "mcp",
    config: blogConfig().replace("{", "{ mcp: true,"),
    name: "@modelcontextprotocol/server",
    command: "npm install @modelcontextprotocol/server @modelcontextprotocol/node",
  },
  {
    option: "auth.providers",
    config: blogConfig({ server: 'publicUrl: "https://example.com"' }).replace(
      "{",
      `{ auth: {
        secretKey: "0123456789abcdef0123456789abcdef",
        pagesUrl: "https://example.com",
        providers: { google: { issuer: "https://accounts.google.com", clientId: "shop" } },
      },`,
    ),
    name: "openid-client",
    command: "npm install openid-client",
  },
  {
    option: "auth.passkeys",
    config: blogConfig().replace(
      "{",
      `{ auth: { secretKey: "a secret of at least 32 bytes, for tests", passkeys: { rpId: "localhost", origins: ["http://localhost"] } },`,
    ),
    name: "@simplewebauthn/server",
    command: "npm install @simplewebauthn/server",
  },
])(
  "start fails without the package $name if $option needs it, and prints the command that installs it",
  async ({ option, config, name, command }) => {
    const missing = JSON.stringify(name);
    const hook = `export const resolve = (name, context, next) => next(name === ${missing} ? "no-such-package" : name, context);`;
    const without = `import Module, { register } from "node:module";
const { _resolveFilename: resolve } = Module;
Module._resolveFilename = (name, ...rest) => resolve(name === ${missing} ? "no-such-package" : name, ...rest);
register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hook)}));
`;
    const result = await new Project({ [CONFIG]: without + configModule(config) }).run(
      "start",
      "--port",
      "0",
    );
    expectRefusal(result, `The package "${name}" for "${option}" is not installed. Install it: ${command}`);
    expect(result.stderr).not.toContain("mistake");
  },
);
