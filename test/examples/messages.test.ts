import fs from "node:fs";
import { DataApi, type ApiServer, type Config } from "data-api";
import { afterAll, expect, test } from "vitest";
import config from "../../examples/messages/data-api.config.js";
import seed from "../../examples/messages/seed.js";
import { createApi } from "../../examples/messages/src/api/index.js";
import { openPort } from "../conformance/start.js";

// Runs the commands in the example's README against both servers. A line that begins with "#" is an expected answer.
const readme = fs.readFileSync(new URL("../../examples/messages/README.md", import.meta.url), "utf8");
const story = linesOf(readme.slice(readme.indexOf("**Users**"), readme.indexOf("## Look at it")));
const ownQuery = linesOf(readme.slice(readme.indexOf("## A query of your own")));

/** The lines of the shell blocks in a part of the README. */
function linesOf(text: string): readonly string[] {
  const blocks = Array.from(text.matchAll(/```sh\n(.*?)```/gs), ([, block = ""]) => block);
  return blocks.join("\n").split("\n");
}

const firstAdmin = { username: "admin", password: "ten trains 10", roles: ["admin"] };

interface Answer {
  readonly status: number;
  readonly body: string;
}

const running: ApiServer[] = [];
afterAll(() => Promise.all(running.map((api) => api.stopAsync())));

test("both servers of examples/messages answer as the README says", async () => {
  const ownDatabase = { ...config, database: { dialect: "sqlite", name: ":memory:" } } satisfies Config;
  const dynamicApi = new DataApi(ownDatabase);
  const dynamic = await tell(dynamicApi, story, (admin) => dynamicApi.repository("user").create(admin));
  expect(dynamic.filter(({ expected }) => expected !== undefined).length).toBeGreaterThan(20);
  expectAsWritten(dynamic);
  const generatedApi = createApi(ownDatabase);
  const generated = await tell(generatedApi, [...story, ...ownQuery], (admin) =>
    generatedApi.repositories.user.create(admin),
  );
  const own = generated.splice(dynamic.length);
  expect(generated.map(withoutChance)).toEqual(dynamic.map(withoutChance));
  expect(own.length).toBeGreaterThan(3);
  expectAsWritten(own);
});

function expectAsWritten(told: Awaited<ReturnType<typeof tell>>) {
  for (const { line, answer, expected } of told) {
    if (expected !== undefined) expect(seen(answer), line).toBe(expected);
    else expect(answer.status, line).toBeLessThan(300);
  }
}

/** Sends the README's requests in order. @param create Creates the admin, in place of the command line. */
async function tell(
  api: ApiServer & Pick<DataApi<typeof config>, "seedAsync">,
  lines: readonly string[],
  create: (admin: typeof firstAdmin) => Promise<unknown>,
) {
  api.setupApiEndpoints();
  await api.seedAsync(seed);
  running.push(api);
  const { port } = await openPort(api);
  const tokens = new Map<string, string>();
  const word = (text: string) => text.replace(/\$\{?(\w+)\}?/g, (_, name: string) => tokens.get(name) ?? "");
  const answers: { line: string; answer: Answer; expected: string | undefined }[] = [];
  for (const [index, line] of lines.entries()) {
    const [command = "", ...args] = wordsOf(line).map(word);
    const [, name, user, password] = /^(\w+)=\$\(token (\w+) "(.*)"\)$/.exec(line) ?? [];
    if (name !== undefined) {
      const { body } = await ask(
        port,
        "POST",
        "auth/token",
        "",
        JSON.stringify({ username: user, password }),
      );
      tokens.set(name, (JSON.parse(body) as { token: string }).token);
    } else if (command === "echo") {
      await create(firstAdmin);
    } else if (command === "get" || command === "send") {
      const [method = "", path = "", token = "", body] =
        command === "send" ? args : ["GET", `data/${args[0] ?? ""}`, args[1]];
      answers.push({
        line,
        answer: await ask(port, method, path, token, body),
        expected: expectedAt(lines, index),
      });
    }
  }
  return answers;
}

async function ask(
  port: number,
  method: string,
  path: string,
  token: string,
  body?: string,
): Promise<Answer> {
  const response = await fetch(`http://localhost:${port}/api/${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(token !== "" && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, body: await response.text() };
}

function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g), ([, single, double, bare]) => {
    return single ?? double ?? bare ?? "";
  });
}

/** The status of a refusal, or the answer. `undefined` if the README does not show it. */
function expectedAt(lines: readonly string[], index: number): string | undefined {
  return /^# (4\d\d\b|\d+\b|\{.*\}$)/.exec(lines[index + 1] ?? "")?.[1];
}

function seen({ status, body }: Answer): string {
  return status < 300 ? body : String(status);
}

/** Masks times and request ids, which differ in every run. */
function withoutChance({ line, answer: { status, body } }: { line: string; answer: Answer }) {
  const sameTimes = body.replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, "a time");
  return { line, status, body: sameTimes.replace(/"instance":"[^"]*"/, "a request") };
}
