import { once } from "node:events";
import fs from "node:fs";
import { expect, test, vi } from "vitest";
import { blogConfig, configModule, Project, type RunningCommand } from "./project.js";

const CONFIG = "data-api.config.ts";
const server = (word: string) => `import { existsSync } from "node:fs";
import { DataApi } from "data-api";
import config from "./data-api.config.js";
import { hello } from "./src/hello.js";

const api: DataApi = new DataApi(config as never);
api.app.get("/word", (_req, res) => void res.send(\`${word} \${hello} \${String(process.env["GREETING"])}\`));
api.app.get("/slow", async (_req, res) => {
  console.log("slow request");
  while (!existsSync("release")) await new Promise((resolve) => setTimeout(resolve, 20));
  res.send("${word}");
});
api.setupApiEndpoints();
await api.startAsync(0);
`;
const files = {
  [CONFIG]: configModule(),
  "server.ts": server("one"),
  "src/hello.ts": 'export const hello = "hello";\n',
};

/** `data-api dev`, whose output can be awaited. */
class Dev {
  readonly child: RunningCommand;
  output = "";
  #seen = 0;

  constructor(project: Project, ...args: readonly string[]) {
    this.child = project.spawn("dev", ...args);
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.setEncoding("utf8").on("data", (part: string) => (this.output += part));
  }

  /** Waits until a text is printed after the last one that was awaited. */
  async until(printed: string): Promise<void> {
    await vi
      .waitUntil(() => this.output.includes(printed, this.#seen), { timeout: 60_000 })
      .catch(() => {
        throw new Error(`"${printed}" is not printed:\n${this.output}`);
      });
    this.#seen = this.output.indexOf(printed, this.#seen) + printed.length;
  }

  get url(): string {
    const [, port = ""] = /Serving http:\/\/localhost:(\d+)/.exec(this.output) ?? [];
    return `http://127.0.0.1:${port}`;
  }

  async word(): Promise<string> {
    // The former version closes its connections at any time: a kept one could end under the request.
    return (await fetch(`${this.url}/word`, { headers: { Connection: "close" } })).text();
  }

  /** Waits for the version that answers with this word. One change of a file may start two versions. */
  async serves(word: string): Promise<void> {
    await expect.poll(() => this.word(), { timeout: 60_000 }).toBe(word);
  }

  async stop(): Promise<void> {
    this.child.kill("SIGINT");
    await once(this.child, "close");
    expect(this.child.exitCode, this.output).toBe(0);
  }
}

test("dev starts a new version on the same port when the server file, an import or .env changes", async () => {
  const project = new Project(files);
  const dev = new Dev(project, "server.ts");
  await dev.until("Only this machine can reach it");
  expect(await dev.word()).toBe("one hello undefined");

  // As editors do, by a rename.
  project.write("server.ts~", server("two"));
  fs.renameSync(project.resolve("server.ts~"), project.resolve("server.ts"));
  await dev.until("The new version serves.");
  await dev.serves("two hello undefined");

  project.write("src/hello.ts", 'export const hello = "bye";\n');
  await dev.until("The new version serves.");
  await dev.serves("two bye undefined");

  project.write(".env", "GREETING=moin");
  await dev.until("The new version serves.");
  await dev.serves("two bye moin");
  project.write(".env", "GREETING=servus");
  await dev.until("The new version serves.");
  await dev.serves("two bye servus");
  await dev.stop();
  await expect(fetch(dev.url)).rejects.toThrow();
});

test("dev keeps the former version if the new one is broken, and shows all mistakes", async () => {
  const project = new Project(files);
  const dev = new Dev(project, "server.ts");
  await dev.until("Only this machine can reach it");

  project.write(CONFIG, configModule(blogConfig({ fields: 'a: { type: "strng" }, b: { type: "nt" },' })));
  await dev.until("The configuration has");
  await dev.until('"strng"');
  await dev.until('"nt"');
  await dev.until("The former version goes on serving.");
  expect(await dev.word()).toBe("one hello undefined");

  project.write(CONFIG, "export default {{\n");
  await dev.until("The former version goes on serving.");
  project.write(CONFIG, files[CONFIG]);
  await dev.until("The new version serves.");

  // The server listens already when this one fails.
  project.write("server.ts", `${server("two")}throw new Error("too late");\n`);
  await dev.until("too late");
  await dev.until("The former version goes on serving.");
  expect(await dev.word()).toBe("one hello undefined");

  fs.rmSync(project.resolve("src"), { recursive: true });
  project.write("server.ts", server("three"));
  await dev.until("The former version goes on serving.");
  project.write("src/hello.ts", files["src/hello.ts"]);
  await dev.until("The new version serves.");
  expect(await dev.word()).toBe("three hello undefined");
  await dev.stop();
});

test("dev finishes the running requests of the former version", async () => {
  const project = new Project(files);
  const dev = new Dev(project, "server.ts");
  await dev.until("Only this machine can reach it");
  const slow = fetch(`${dev.url}/slow`);
  await dev.until("slow request");
  project.write("server.ts", server("two"));
  await dev.until("The new version serves.");
  expect(await dev.word()).toBe("two hello undefined");
  project.write("release", "");
  expect(await (await slow).text()).toBe("one");
  await dev.stop();
});

test("dev serves a configuration without a server file, and waits for a change if its first version is broken", async () => {
  const project = new Project({ [CONFIG]: configModule(blogConfig({ fields: "1: 2," })) });
  const dev = new Dev(project, "--port", "0");
  await dev.until("The configuration has 2 mistakes");
  await dev.until("Waiting for a change.");
  project.write(CONFIG, configModule());
  await dev.until("Only this machine can reach it");
  expect((await fetch(`${dev.url}/api/data/blogpost`)).status).toBe(200);

  // The new version must reach its database.
  const away = 'dialect: "postgres", name: "shop", host: "127.0.0.1", port: 1, userName: "me", password: "x"';
  project.write(CONFIG, configModule().replace('dialect: "sqlite", name: ":memory:"', away));
  await dev.until("Nothing listens at 127.0.0.1:1");
  await dev.until("The former version goes on serving.");
  expect((await fetch(`${dev.url}/api/data/blogpost`)).status).toBe(200);
  await dev.stop();
});

test("after several fast changes, also while a version starts, dev serves the last one", async () => {
  const project = new Project(files);
  const dev = new Dev(project, "server.ts");
  await dev.until("Only this machine can reach it");
  for (const word of ["two", "three", "four"]) {
    project.write("server.ts", server(word));
    await dev.until("changed: starting again.");
  }
  // The third may be ready just when the fourth is written.
  await expect.poll(() => dev.word(), { timeout: 30_000 }).toBe("four hello undefined");
  await dev.stop();
});
