import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Sqlite from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { blogConfig, configModule, expectRefusal, Project } from "./project.js";
import { readyToServe, untilRefused } from "./server.js";

const CONFIG = "data-api.config.mjs";

/** Makes each record name the process that wrote it. */
const signed = `hooks: { beforeCreate: ({ record }) => ({ ...record, title: String(process.pid) }) },`;

function fileConfig(options: Parameters<typeof blogConfig>[0] = {}): string {
  return configModule(blogConfig(options)).replace(":memory:", "blog.db");
}

/** Creates records on several connections, and returns the ids of the processes that wrote them. */
async function writers(url: string, asked?: () => void): Promise<readonly number[]> {
  const pids = await Promise.all(Array.from({ length: 8 }, () => writer(url, asked)));
  return [...new Set(pids)].sort();
}

/** Creates a record, and returns the id of the process that wrote it. @param asked Is called for each request. */
async function writer(url: string, asked?: () => void): Promise<number> {
  asked?.();
  const response = await fetch(`${url}/blogpost`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Prefer: "return=representation", Connection: "close" },
    body: '{"title":"t"}',
  });
  const { title } = (await response.json()) as { title: string };
  // On a busy machine, workers may wait too long for each other's writes, or be overloaded.
  if (response.status === 503) return writer(url, asked);
  expect(response.status).toBe(201);
  return Number(title);
}

test.concurrent.for(["SIGTERM", "SIGINT"] as const)(
  "workers serve on one free port, and %s ends them all with exit code 0",
  async (signal) => {
    const child = new Project({ [CONFIG]: fileConfig({ rest: signed }) }).spawn(
      "start",
      "--port=0",
      "--workers=2",
    );
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
    const url = await readyToServe(child);
    const pids = await writers(url);
    expect(pids).toHaveLength(2);
    expect(pids).not.toContain(child.pid);
    // A terminal signals all processes. Workers must ignore that and wait for the primary process.
    for (const pid of pids) process.kill(pid, signal);
    expect(await writers(url)).toEqual(pids);
    child.kill(signal);
    await once(child, "close");
    expect(child.exitCode).toBe(0);
    expect((await stdout).match(/^Serving /gm)).toHaveLength(1);
    expect(await stderr).toBe("");
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  },
);

test.concurrent.for([
  ["32 MB", "", "--max-semi-space-size=16"],
  ["the size in NODE_OPTIONS", "--max-semi-space-size=8", ""],
] as const)("the limit for new objects of a worker is %s", async ([, NODE_OPTIONS, flags]) => {
  const rest = `hooks: { beforeCreate: ({ record }) => ({ ...record, title: process.execArgv.join(" ") || "none" }) },`;
  const project = new Project({ [CONFIG]: fileConfig({ rest }) }, { NODE_OPTIONS });
  const child = project.spawn("start", "--port=0", "--workers=2");
  const url = await readyToServe(child);
  const response = await fetch(`${url}/blogpost`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Prefer: "return=representation", Connection: "close" },
    body: '{"title":"t"}',
  });
  const { title } = (await response.json()) as { title: string };
  expect(title.match(/\S*semi\S*/)?.[0] ?? "").toBe(flags);
  child.kill("SIGTERM");
  await once(child, "close");
});

test.concurrent("every worker can return the next page of another worker's page", async () => {
  const child = new Project({ [CONFIG]: fileConfig() }).spawn("start", "--port=0", "--workers=2");
  const url = await readyToServe(child);
  await writers(url);
  const read = async (parameters: string): Promise<{ readonly items: unknown; readonly next?: string }> => {
    const response = await fetch(`${url}/blogpost?take=3${parameters}`, { headers: { Connection: "close" } });
    expect(response.status).toBe(200);
    return (await response.json()) as { readonly items: unknown; readonly next?: string };
  };
  const { next = "" } = await read("");
  const pages = await Promise.all(Array.from({ length: 8 }, () => read(`&after=${next}`)));
  for (const page of pages) expect(page).toEqual(pages[0]);
  child.kill("SIGTERM");
  await once(child, "close");
});

/** A configuration that loads slowly in some processes. Before it waits, it writes a line to a file. */
function slowConfig(where: string): string {
  return `import cluster from "node:cluster";
import fs from "node:fs";
if (${where}) {
  fs.appendFileSync("loading", process.pid + "\\n");
  await new Promise((resolve) => setTimeout(resolve, 5_000));
}
${fileConfig({ server: "shutdownTimeout: 60_000" })}`;
}

test.concurrent.for([
  ["the first process reads its configuration", "cluster.isPrimary", "--workers=2", 1],
  ["the workers read theirs", "cluster.isWorker", "--workers=2", 2],
  ["the only process reads its configuration", "true", "--workers=1", 1],
] as const)(
  "SIGTERM while %s ends all processes with exit code 0, and nothing is served",
  async ([, where, workers, lines]) => {
    const project = new Project({ [CONFIG]: slowConfig(where), loading: "" });
    const child = project.spawn("start", "--port=0", workers);
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
    const loading = () => project.read("loading").trim().split("\n").filter(Boolean);
    await vi.waitUntil(() => loading().length === lines, { timeout: 60_000 });
    child.kill("SIGTERM");
    const begin = Date.now();
    await once(child, "close");
    expect(Date.now() - begin).toBeLessThan(20_000);
    expect({ exitCode: child.exitCode, stdout: await stdout, stderr: await stderr }).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
    for (const pid of loading()) expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
  },
);

test.concurrent("SIGTERM while a worker starts in place of a dead one ends all with exit code 0", async () => {
  const config = slowConfig('cluster.isWorker && fs.existsSync("loading")');
  const project = new Project({ [CONFIG]: config.replace("permissions:", `${signed} permissions:`) });
  const child = project.spawn("start", "--port=0", "--workers=2");
  const url = await readyToServe(child);
  const [first = 0] = await writers(url);
  project.write("loading", "");
  process.kill(first, "SIGKILL");
  await vi.waitUntil(() => project.read("loading") !== "", { timeout: 60_000 });
  child.kill("SIGTERM");
  // All accepted connections are answered until the server refuses connections.
  const answers: number[] = [];
  const agent = new http.Agent();
  for (;;) {
    const answer = await exchange(agent, "POST", `${url}/blogpost`, '{"title":"t"}').catch(() => undefined);
    if (answer === undefined) break;
    answers.push((JSON.parse(answer) as { id: number }).id);
  }
  await once(child, "close");
  expect(child.exitCode).toBe(0);
  const blog = new Sqlite(project.resolve("blog.db"));
  const ids = blog.prepare<[], number>("select id from blogpost where id > 8 order by id").pluck().all();
  blog.close();
  expect(ids).toEqual(answers);
});

test.concurrent("a connection that was handed to a worker is closed when the worker is killed", async () => {
  const child = new Project({ [CONFIG]: fileConfig({ rest: signed }) }).spawn(
    "start",
    "--port=0",
    "--workers=2",
  );
  const url = await readyToServe(child);
  const [first = 0] = await writers(url);
  // A suspended worker accepts nothing, but is handed one of the new connections.
  process.kill(first, "SIGSTOP");
  let answered = 0;
  const waiting = Array.from({ length: 6 }, async () => {
    const answer = await exchange(new http.Agent(), "POST", `${url}/blogpost`, '{"title":"t"}').catch(
      () => "",
    );
    if (answer !== "") answered++;
    return answer;
  });
  await vi.waitUntil(() => answered === 5, { timeout: 30_000 });
  process.kill(first, "SIGKILL");
  const begin = Date.now();
  expect((await Promise.all(waiting)).filter((answer) => answer === "")).toHaveLength(1);
  expect(Date.now() - begin).toBeLessThan(60_000);
  child.kill("SIGTERM");
  await once(child, "close");
});

test.concurrent("a worker that dies is replaced", async () => {
  const child = new Project({ [CONFIG]: fileConfig({ rest: signed }) }).spawn(
    "start",
    "--port=0",
    "--workers=2",
  );
  const stderr = text(child.stderr);
  const url = await readyToServe(child);
  const [first = 0] = await writers(url);
  process.kill(first, "SIGKILL");
  const isReplaced = async () => {
    const pids: readonly number[] = await writers(url).catch(() => []);
    return pids.length === 2 && !pids.includes(first);
  };
  await vi.waitUntil(isReplaced, { timeout: 60_000, interval: 300 });
  child.kill("SIGTERM");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
  expect(await stderr).toBe("A worker ended with SIGKILL. Another one starts in 1 s.\n");
});

test.concurrent("metrics cover all workers, including one that is too busy to report", async () => {
  const config = fileConfig({ rest: signed, server: "metrics: true" });
  const child = new Project({ [CONFIG]: config }).spawn("start", "--port=0", "--workers=2");
  const url = await readyToServe(child);
  let asked = 1;
  const pids = await writers(url, () => asked++);
  expect(pids).toHaveLength(2);

  // One connection, so all requests go to one worker.
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const title = '{"title":"t"}';
  const [, mine] = /"title":"(\d+)"/.exec(await exchange(agent, "POST", `${url}/blogpost`, title)) ?? [];
  const figures = () => exchange(agent, "GET", new URL("/metrics", url).href);
  const posts = async () =>
    figureOf(await figures(), /^http_request_duration_seconds_count\{method="POST".* (\d+)$/m);
  await vi.waitUntil(async () => (await posts()) === asked, { timeout: 30_000 });
  // The longest lag since the last read of the metrics: 0 if that was a moment ago.
  const lag = async () => figureOf(await figures(), /^nodejs_eventloop_lag_max_seconds (\S+)$/m);
  await vi.waitUntil(async () => (await lag()) > 0, { timeout: 30_000 });

  const other = pids.find((pid) => pid !== Number(mine)) ?? 0;
  process.kill(other, "SIGSTOP");
  try {
    expect(await posts()).toBe(asked);
  } finally {
    process.kill(other, "SIGCONT");
  }
  agent.destroy();
  child.kill("SIGTERM");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
});

/** Sends a request over the agent. Resolves to the text of the answer. */
async function exchange(agent: http.Agent, method: string, url: string, body?: string): Promise<string> {
  const headers = { "Content-Type": "application/json", Prefer: "return=representation" };
  const request = http.request(url, { agent, method, headers }).end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  return text(response);
}

function figureOf(figures: string, line: RegExp): number {
  return Number(line.exec(figures)?.[1]);
}

test.concurrent("with workers, a second signal ends all processes immediately", async () => {
  const heldUp = `writeValidator: () => new Promise(() => console.log("writing")),`;
  const child = new Project({ [CONFIG]: fileConfig({ rest: heldUp }) }).spawn(
    "start",
    "--port=0",
    "--workers=2",
  );
  const url = await readyToServe(child);
  const writing = once(child.stdout, "data");
  const lost = expect(writers(url)).rejects.toThrow();
  await writing;
  child.kill("SIGINT");
  await untilRefused(url);
  child.kill("SIGINT");
  await once(child, "close");
  expect(child.exitCode).toBe(130);
  await lost;
});

test.concurrent("if workers cannot start, all processes end and the reason is printed once", async () => {
  const taken = net.createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const project = new Project({ [CONFIG]: fileConfig() });
  const result = await project.run("start", "--port", String(port), "--workers", "3");
  expectRefusal(result, String(port), "taken", "--port");
  expect(result.stderr.trim().split("\n")).toHaveLength(1);
  taken.close();
});

test.concurrent("with workers, a mistake in the configuration is reported once", async () => {
  const project = new Project({ [CONFIG]: fileConfig({ fields: "1: 2," }) });
  const { stderr, exitCode } = await project.run("start", "--port=0", "--workers=2");
  expect(exitCode).toBe(1);
  expect(stderr.match(/The configuration has/g)).toHaveLength(1);
});

test.concurrent("workers do not serve an in-memory database, because each would have its own", async () => {
  const project = new Project({ [CONFIG]: configModule() });
  expectRefusal(await project.run("start", "--port=0", "--workers=2"), '":memory:"', '"database.name"');
});

test.concurrent.for(["", "0", "-1", "two", "1.5"])(
  "start --workers refuses the number %j",
  async (workers) => {
    const project = new Project({ [CONFIG]: configModule() });
    const result = await project.run("start", `--workers=${workers}`);
    expectRefusal(result, `"${workers}" is not a number of workers`, '"max"');
  },
);
