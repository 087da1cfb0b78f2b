import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { blogConfig, configModule, expectRefusal, Project, type RunningCommand } from "./project.js";

const CONFIG = "data-api.config.mjs";
const server = (more = "") => `import { DataApi } from "data-api";
import config from "./${CONFIG}";
const api: DataApi = new DataApi(config);
api.app.get("/word", (_req, res) => void res.send(process.env.WORD));
${more}
api.setupApiEndpoints();
await api.startAsync(0);
`;

/** Collects what a command prints, and waits for texts in it. */
function reading(child: RunningCommand) {
  let said = "";
  let read = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      said += part;
    });
  return {
    /** The next place that matches, after the former one. */
    async next(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(said.slice(read));
        if (found !== null) {
          read += found.index + found[0].length;
          return found[0];
        }
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${said}`);
        await sleep(20);
      }
    },
    async address(): Promise<string> {
      return (await this.next(/Serving http:\S+?:\d+/)).replace("Serving ", "");
    },
    said: () => said,
  };
}

async function interrupt(child: RunningCommand): Promise<void> {
  child.kill("SIGINT");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
}

test.concurrent("start runs a TypeScript file that starts a server, and ends it as its own", async () => {
  const project = new Project({ [CONFIG]: configModule(), "server.ts": server() }, { WORD: "given" });
  project.write(".env", "WORD=of the file\nOTHER=x\n");
  const child = project.spawn("start", "server.ts");
  const output = reading(child);
  const url = await output.address();
  expect(await (await fetch(`${url}/word`)).text()).toBe("given");
  expect(await output.next(/Only this machine reaches it/)).not.toBe("");
  await interrupt(child);
});

test.concurrent("the .env beside the configuration sets variables that have no value yet", async () => {
  const read = configModule().replace('name: ":memory:"', "name: process.env.WORD");
  const project = new Project({ [CONFIG]: read, ".env": 'WORD=":memory:"\n' }, { WORD: undefined });
  expect(await project.runAsChild("validate")).toMatchObject({ exitCode: 0 });
});

test.concurrent("dev serves each change of the code, at the same address", async () => {
  const project = new Project({ [CONFIG]: configModule(), "server.ts": server() });
  project.write(".env", "WORD=first\n");
  const child = project.spawn("dev", "server.ts");
  const output = reading(child);
  const url = await output.address();
  const word = async () => (await fetch(`${url}/word`)).text();
  expect(await word()).toBe("first");

  project.write(".env", "WORD=second\n");
  await output.next(/Serving the change/);
  expect(await word()).toBe("second");

  project.write(
    CONFIG,
    configModule(blogConfig({ fields: 'note: { type: "text", isEditable: true, isRequired: false },' })),
  );
  await output.next(/Serving the change/);
  const created = await fetch(`${url}/api/data/blogpost`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"title":"x","note":"new"}',
  });
  expect(created.status).toBe(201);

  project.write("lib/word.ts", 'export const word: string = "third";\n');
  await output.next(/Serving the change/);
  project.write(
    "server.ts",
    server(
      'import { word } from "./lib/word.js";\napi.app.get("/third", (_req, res) => void res.send(word));',
    ),
  );
  await output.next(/Serving the change/);
  expect(await (await fetch(`${url}/third`)).text()).toBe("third");
  project.write("lib/word.ts", 'export const word: string = "fourth";\n');
  await output.next(/Serving the change/);
  expect(await (await fetch(`${url}/third`)).text()).toBe("fourth");
  await interrupt(child);
});

test.concurrent("a change that does not start keeps the former state serving, and all mistakes are printed", async () => {
  const project = new Project({ [CONFIG]: configModule() });
  const child = project.spawn("dev", "--port", "0");
  const output = reading(child);
  const url = await output.address();
  const status = async () => (await fetch(`${url}/api/data/blogpost`)).status;

  const broken = configModule(blogConfig({ roles: '"guest"', fields: 'note: { type: "txt" },' }));
  project.write(CONFIG, broken);
  await output.next(/data-api\.config\.mjs:\d+:\d+: entities\.blogpost\.permissions\.read: /);
  await output.next(/The state before it keeps serving\./);
  expect(output.said()).toMatch(/entities\.blogpost\.fields\.note\.type: found "txt"/);
  expect(await status()).toBe(200);

  project.write(CONFIG, `${configModule()}\nthrow new Error("no luck");\n`);
  await output.next(/no luck/);
  await output.next(/The state before it keeps serving\./);
  expect(await status()).toBe(200);

  project.write(CONFIG, configModule());
  await output.next(/Serving the change/);
  expect(await status()).toBe(200);
  await interrupt(child);
});

test.concurrent("dev that begins with a mistake waits for the change that mends it", async () => {
  const project = new Project({ [CONFIG]: configModule(blogConfig({ roles: "5" })) });
  const child = project.spawn("dev", "--port=0");
  const output = reading(child);
  await output.next(/Waiting for a change\./);
  project.write(CONFIG, configModule());
  const url = await output.address();
  expect((await fetch(`${url}/api/data/blogpost`)).status).toBe(200);
  await interrupt(child);
});

test.concurrent.for([
  { args: ["none.ts"], said: 'There is no file "none.ts".' },
  { args: ["a.txt"], said: '"a.txt" is no server: its name must end in .ts, .mts, .js or .mjs.' },
  { args: ["a.ts", "b.ts"], said: '"b.ts" is too much' },
  { args: ["a.ts", "--port", "80"], said: '--port does not go with "a.ts"' },
  { args: ["a.ts", "--workers", "2"], said: "--workers and --migrate are for a configuration" },
  { args: ["bad.ts"], said: '"bad.ts" does not start: line 2: no luck' },
])("start $args is refused", async ({ args, said }) => {
  const project = new Project({
    "a.ts": "",
    "b.ts": "",
    "a.txt": "",
    "bad.ts": '\nthrow new Error("no luck");\n',
  });
  expectRefusal(await project.run("start", ...args), said);
});

test.concurrent("without --host only this machine reaches the server; with it, the start says who does", async () => {
  const open = configModule().replace('host: "127.0.0.1",', "");
  const project = new Project({ [CONFIG]: open });
  const local = project.spawn("start", "--port", "0");
  await reading(local).next(/Only this machine reaches it/);
  await interrupt(local);
  const reached = project.spawn("start", "--port", "0", "--host", "0.0.0.0");
  await reading(reached).next(/Other machines reach it: it listens on 0\.0\.0\.0/);
  await interrupt(reached);
  expectRefusal(await project.run("start", "--port", "0", "--host", "192.0.2.1"), "192.0.2.1");
});
