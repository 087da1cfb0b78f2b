import { spawnSync } from "node:child_process";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import SqliteFile from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { askPassword } from "../../generator/commands/create-admin.js";
import { verifySecret } from "../../runtime/access/secrets.js";
import { configModule, expectRefusal, Project, type Result } from "./project.js";

const CONFIG = "data-api.config.mjs";
const password = "correct horse battery";

function config({ auth = `{ secretKey: "${"0123456789abcdef".repeat(2)}" }`, user = "" } = {}): string {
  return configModule(`{
    database: { dialect: "sqlite", name: "users.db" },
    auth: ${auth},
    entities: { ${user} },
  }`);
}

function usersOf(project: Project): readonly Record<string, unknown>[] {
  const file = new SqliteFile(project.resolve("users.db"), { readonly: true });
  try {
    return file.prepare<[], Record<string, unknown>>('select * from "user" order by id').all();
  } finally {
    file.close();
  }
}

const create = (project: Project, ...args: readonly string[]): Promise<Result> =>
  project.runWith(`${password}\nnever read`, "user", "create-admin", "--password-stdin", ...args);

test.concurrent("create-admin creates the tables and a user with the role admin", async () => {
  const project = new Project({ [CONFIG]: config() });
  const names = [
    "--username",
    " Anna ",
    "--email",
    "anna@example.com",
    "--first-name",
    "Anna",
    "--last-name",
    "B",
  ];
  const asked = ["user", "create-admin", "--password-stdin", ...names];
  expect(await project.runAsChildWith(`${password}\nnever read`, ...asked)).toEqual({
    exitCode: 0,
    stdout: 'The user "Anna" was created with the role "admin".\n',
    stderr: "",
  });
  const [anna, ...others] = usersOf(project);
  expect(others).toEqual([]);
  expect(anna).toMatchObject({
    ...{ username: "Anna", usernamekey: "anna", email: "anna@example.com", firstname: "Anna", lastname: "B" },
    roles: '["admin"]',
  });
  expect(await verifySecret(password, anna?.["password"])).toBe(true);
});

test.concurrent("create-admin rejects a name that is taken, and creates a user with another name", async () => {
  const project = new Project({ [CONFIG]: config() });
  await create(project, "--username", "Anna");
  expectRefusal(await create(project, "--username", "ANNA"), 'There is already a user with the name "ANNA".');
  expect((await create(project, "--username", "Bob")).exitCode).toBe(0);
  expect(usersOf(project).map(({ username }) => username)).toEqual(["Anna", "Bob"]);
});

test.concurrent("create-admin lists every rule of names and passwords that is broken", async () => {
  const auth = `{ secretKey: "${"x".repeat(32)}", passwordReqs: { digitChar: true, uppercaseChar: true } }`;
  const project = new Project({ [CONFIG]: config({ auth }) });
  const wrong = ["user", "create-admin", "--password-stdin", "--username", "a\tb", "--email", "x"];
  expectRefusal(
    await project.runWith("short\n", ...wrong),
    ...["No user was created:\n", '"username" must not have control characters.'],
    ...['"email" must be an e-mail address.', '"password" must have at least 8 characters.'],
    ...['"password" must have a digit.', '"password" must have an upper-case letter.'],
  );
  expectRefusal(await project.runWith("\n", ...wrong.slice(0, 4), "bob"), "at least 8 characters");
});

test.concurrent("create-admin --set gives values to the configured fields of users", async () => {
  const user = `User: {
    fields: { department: { type: "string", isEditable: true, isRequired: true },
      age: { type: "int", isEditable: true, isRequired: false } },
    permissions: {},
  }`;
  const project = new Project({ [CONFIG]: config({ user }) });
  const named = ["--username", "Anna"];
  expectRefusal(await create(project, ...named), '"department" is required.');
  expectRefusal(await create(project, ...named, "--set", "department"), "--set FIELD=VALUE");
  expectRefusal(await create(project, ...named, "--set", "Roles=[]"), '--set cannot set "Roles".');
  expectRefusal(await create(project, ...named, "--set", "nope=1"), '"nope" is not a field');
  const set = ["--set", "department=a=b", "--set", "age=7"];
  expect(await create(project, ...named, ...set)).toMatchObject({ exitCode: 0, stderr: "" });
  const file = new SqliteFile(project.resolve("users.db"), { readonly: true });
  expect(file.prepare('select department, age from "User"').all()).toEqual([{ department: "a=b", age: 7 }]);
  file.close();
});

test.concurrent("create-admin says which option, password or setting is missing", async () => {
  const project = new Project({ [CONFIG]: config() });
  expectRefusal(await project.run("user", "create-admin"), "--username NAME");
  expectRefusal(
    await project.run("user", "create-admin", "--username", "Anna"),
    "There is no terminal",
    "--password-stdin",
  );
  const command = ["user", "create-admin", "--username", "Anna", "--password-stdin"];
  expectRefusal(await project.run(...command), "no password on the standard input");
  expect(project.files()).toEqual([CONFIG]);

  const provider = '{ jwt: { issuer: "https://login.example.com", audience: "api" } }';
  for (const auth of [provider, "undefined"]) {
    project.write(CONFIG, config({ auth }));
    expectRefusal(await create(project, "--username", "Anna"), 'no "auth.secretKey"');
  }
  project.write(CONFIG, config({ auth: '{ secretKey: "sesame" }' }));
  const result = await create(project, "--username", "Anna");
  expectRefusal(result, "auth.secretKey", "at least 32 random bytes");
  expect(result.stderr).not.toContain("sesame");
});

test.concurrent("create-admin says why the database cannot be opened", async () => {
  const project = new Project({ [CONFIG]: config().replace("users.db", "no/such/folder/users.db") });
  expectRefusal(await create(project, "--username", "Anna"), "no/such/folder");
});

test.concurrent("each command warns once of a setting without effect", async () => {
  const auth = `{ secretKey: "${"x".repeat(32)}", salt: "pepper" }`;
  const project = new Project({ [CONFIG]: config({ auth }) });
  const warning = 'Warning: "auth.salt" has no effect: each secret has a salt of its own. Remove it.\n';
  expect(await project.run("validate")).toEqual({
    exitCode: 0,
    stdout: "The configuration is valid: 1 entity.\n",
    stderr: warning,
  });
  const generated = await project.run("generate");
  expect([generated.exitCode, generated.stderr]).toEqual([0, warning]);
  const { exitCode, stderr } = await create(project, "--username", "Anna");
  expect(exitCode).toBe(0);
  expect(stderr.match(/"auth\.salt" has no effect/g)).toHaveLength(1);
  expect(stderr).not.toContain("pepper");
});

describe("the password", () => {
  /** The password read from the given keys, and the text that the terminal shows. */
  async function typed(keys: string): Promise<readonly [password: string, shown: string]> {
    const input = new PassThrough();
    const shown = new PassThrough();
    const asked = askPassword(input, shown).finally(() => shown.end());
    input.write(keys);
    const seen = text(shown);
    return [await asked, await seen];
  }

  test("create-admin asks for the password twice, and never shows it", async () => {
    expect(await typed("sésame 7\rsésame 7\r")).toEqual(["sésame 7", "Password: \nRepeat the password: \n"]);
    expect((await typed("sesamx\x7fe\nsesame\n"))[0]).toBe("sesame");
  });

  test("create-admin refuses two passwords that differ", async () => {
    await expect(typed("sesame\rSesame\r")).rejects.toThrow("differ");
  });

  test.each(["\x03", "sesame\x03", "sesame\r\x03", "\x04"])(
    "create-admin takes no password if it is interrupted by the keys %j",
    async (keys) => {
      await expect(typed(keys)).rejects.toThrow("Interrupted");
    },
  );

  const hasTerminal = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
  test.runIf(hasTerminal)("create-admin asks for the password on a terminal", async () => {
    const project = new Project({ [CONFIG]: config() });
    const cli = project.resolve("node_modules/data-api/dist/generator/cli.js");
    const command = `${process.execPath} ${cli} user create-admin --username Anna`;
    const { stdout, status } = spawnSync("script", ["-qec", command, "/dev/null"], {
      cwd: project.folder,
      input: `${password}\r${password}\r`,
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    expect(stdout).toContain("Password: ");
    expect(stdout).toContain('The user "Anna" was created');
    expect(status).toBe(0);
    expect(await verifySecret(password, usersOf(project)[0]?.["password"])).toBe(true);
  });
});
