import { expect, test } from "vitest";
import { compileTrees } from "../regeneration/compile.js";
import { expectRefusal, Project } from "./project.js";

const CONFIG = "data-api.config.mjs";
const FILE = "web/src/api-client.ts";

const config = (field = "") => `import { defineConfig } from "data-api";
const given = { isEditable: true, isRequired: true };
const everybody = { read: ["guest"], create: ["guest"], update: ["guest"] };
export default defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "0123456789abcdef0123456789abcdef" },
  entities: {
    post: {
      description: "What is */ written.",
      fields: {
        title: { type: "string", ...given, description: "In one line." },
        state: { type: "string", ...given, values: ["draft", "sent"], default: "draft" },
        views: { type: "bigint", isEditable: true, isRequired: false },
        extra: { type: "json", isEditable: true, isRequired: false },
        labels: { type: "list", of: "string", isEditable: true, isRequired: false },
        ${field}
      },
      permissions: everybody,
    },
    new_post: { fields: { text: { type: "text", ...given } }, permissions: { read: ["guest"] } },
    line: {
      fields: {
        orderid: { type: "int", isEditable: false, isRequired: true },
        code: { type: "string", isEditable: false, isRequired: true },
        postid: {
          type: "int",
          ...given,
          foreignKey: { targetEntityName: "post", resolvedEntityName: "post", inverseName: "lines" },
        },
      },
      primaryKey: ["orderid", "code"],
      permissions: everybody,
    },
  },
});
`;

const uses = `import { createApiClient, type Post } from "./api-client.js";

const api = createApiClient("https://api.example.com", { token: "x" });
const { items } = await api.post.find({
  select: { title: true, state: true, extra: true, lines: { select: { code: true } }, owner: { username: true } },
  where: { state: "draft", views: { gt: 3 }, extra: { path: ["a"], eq: 1 }, labels: { has: "x" }, lines: { some: { code: "a" } } },
  orderBy: "~title",
});
const [first] = items;
first?.state satisfies "draft" | "sent" | undefined;
first?.lines satisfies { code: string }[] | undefined;
first?.owner satisfies { username?: string } | null | undefined;
const post: Post = { ...(await api.post.create({ title: "x", extra: { a: [1] } })) };
post.views satisfies number | string | null;
await api.line.findById({ orderid: 1, code: "a" });
await api.auth.logIn({ username: "anna", password: "x" });
// @ts-expect-error There is no such field.
await api.post.find({ select: { titel: true } });
// @ts-expect-error There is no such state.
await api.post.create({ title: "x", state: "lost" });
// @ts-expect-error No role may create.
await api.new_post.create({ text: "x" });
// @ts-expect-error A json has no order.
await api.post.find({ orderBy: "extra" });
`;

test.concurrent("generate --client writes one file that compiles and reads like the configuration", async () => {
  const project = new Project({ [CONFIG]: config() });
  const first = await project.run("generate", "--client", FILE);
  expect(first).toMatchObject({ exitCode: 0, stderr: "" });
  expect(first.stdout).toContain("api-client.ts");
  expect(project.files()).toEqual(expect.arrayContaining([CONFIG, FILE]));
  expect(project.files().filter((file) => /src\/api\/|\.data-api/.test(file))).toEqual([]);
  const text = project.read(FILE);
  expect(text).toMatch(/^\/\/ @data-api client\n/);
  expect(text).toContain('keys: { line: ["orderid", "code"] }');
  expect(text).toContain("idempotency: true");
  expect(text).toContain("/** In one line. */");
  const broken = `${uses}// @ts-expect-error This is no mistake.\nvoid api.post;\n`;
  expect(
    compileTrees(
      new Map([
        ["good", { "api-client.ts": text, "uses.ts": uses }],
        ["bad", { "api-client.ts": text, "uses.ts": broken }],
      ]),
    ),
  ).toEqual([expect.stringMatching(/^bad\/uses\.ts.*Unused '@ts-expect-error'/)]);
});

test.concurrent("generate --check --client finds a stale file", async () => {
  const project = new Project({ [CONFIG]: config() });
  const check = () => project.run("generate", "--check", "--client", FILE);
  expect((await check()).exitCode).toBe(2);
  expect(project.files()).not.toContain(FILE);
  await project.run("generate", "--client", FILE);
  const before = project.snapshot();
  expect(await check()).toMatchObject({ exitCode: 0 });
  project.write(CONFIG, config('rating: { type: "int", isEditable: true, isRequired: false },'));
  const { exitCode, stdout } = await check();
  expect(exitCode).toBe(2);
  expect(stdout).toContain("+  rating: number | null;");
  expect(project.snapshot()[FILE]).toBe(before[FILE]);
  expect((await project.run("generate", "--client", FILE)).exitCode).toBe(0);
  expect(project.read(FILE)).toContain("rating: number | null;");
});

test.concurrent("generate --client --out writes the server's code too, and --check covers both", async () => {
  const project = new Project({ [CONFIG]: config() });
  const both = ["--out", "src/api", "--client", FILE];
  expect((await project.run("generate", ...both)).exitCode).toBe(0);
  expect(project.files()).toEqual(expect.arrayContaining([FILE, "src/api/index.ts"]));
  expect((await project.run("generate", "--check", ...both)).exitCode).toBe(0);
  project.write(FILE, `${project.read(FILE)}\n// edited\n`);
  expect((await project.run("generate", "--check", ...both)).exitCode).toBe(2);
});

test.concurrent("generate --client does not overwrite files that it did not write", async () => {
  const project = new Project({ [CONFIG]: config(), [FILE]: "export const mine = 1;\n" });
  expectRefusal(
    await project.run("generate", "--client", FILE, "--out", "src/api"),
    FILE,
    "@data-api client",
  );
  expect(project.read(FILE)).toBe("export const mine = 1;\n");
  expect(project.files()).not.toContain("src/api/index.ts");
  expectRefusal(await project.run("generate", "--client", "client"), "TypeScript file", "client");
});
