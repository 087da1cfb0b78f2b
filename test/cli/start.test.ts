import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { DatabaseError } from "../../runtime/database/database-error.js";
import { loadDriver } from "../../runtime/database/load-driver.js";
import { blogConfig, configModule, expectRefusal, Project } from "./project.js";
import { readyToServe } from "./server.js";

const CONFIG = "data-api.config.mjs";

test.concurrent("start serves on a port that is free, and SIGTERM ends it with exit code 0", async () => {
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

test.concurrent("SIGINT ends it too", async () => {
  const child = new Project({ [CONFIG]: configModule() }).spawn("start", "--port=0");
  await readyToServe(child);
  child.kill("SIGINT");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
});

test.concurrent("a request that is running when SIGTERM comes is still answered", async () => {
  // The validator holds the request up until the test says so, and tells when the signal has come.
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

test.concurrent.for(["", "-1", "80.5", "65536"])("the port %j is refused", async (port) => {
  const project = new Project({ [CONFIG]: configModule() });
  expectRefusal(await project.run("start", `--port=${port}`), `"${port}" is not a port`, "0 to 65535");
});

test.concurrent("a port that is taken is refused", async () => {
  const taken = net.createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const project = new Project({ [CONFIG]: configModule() });
  expectRefusal(await project.run("start", "--port", String(port)), String(port), "taken", "--port");
  taken.close();
});

test.concurrent.for(["postgres", "mysql", "mssql"])(
  "a server of %s that does not run is refused, and nobody learns the password",
  async (dialect) => {
    const free = net.createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    free.close();
    const login = 'userName: "me", password: "open sesame"';
    const config = configModule().replace(
      'dialect: "sqlite", name: ":memory:"',
      `dialect: "${dialect}", name: "shop", host: "127.0.0.1", port: ${port}, ${login}`,
    );
    const project = new Project({ [CONFIG]: config });
    const result = await project.run("start", "--port", "0");
    expectRefusal(result, `"shop" on 127.0.0.1:${port}`, `Nothing listens at 127.0.0.1:${port}`, '"host"');
    expect(result.stderr).not.toContain("sesame");
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
  },
);

test.concurrent("a database that cannot be opened is refused", async () => {
  const config = configModule().replace(":memory:", "no/such/folder/blog.db");
  const project = new Project({ [CONFIG]: config });
  expectRefusal(await project.run("start", "--port", "0"), "no/such/folder/blog.db");
  expect(project.files()).toEqual([CONFIG]);
});

test.concurrent(
  "a database that differs from the configuration is refused, with the difference",
  async () => {
    const config = configModule().replace(":memory:", "blog.db");
    const project = new Project({ [CONFIG]: config });
    const child = project.spawn("start", "--port", "0");
    await readyToServe(child);
    child.kill("SIGTERM");
    await once(child, "close");
    project.write(CONFIG, config.replace('type: "string"', 'type: "int"'));
    expectRefusal(await project.run("start", "--port", "0"), "title", "text", "integer");
  },
);

test.concurrent(
  "a driver that is not installed is an error that names the command which installs it",
  async () => {
    const loading = loadDriver("data-api-no-such-driver", "sqlite");
    await expect(loading).rejects.toBeInstanceOf(DatabaseError);
    await expect(loading).rejects.toThrow(
      /"data-api-no-such-driver".*"sqlite".*npm install data-api-no-such-driver$/,
    );
  },
);
