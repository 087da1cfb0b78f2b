import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { goldenFolders, readFolder, readGolden } from "./folders.js";

const cli = path.resolve(import.meta.dirname, "../../dist/generator/cli.js");
const [folder] = goldenFolders.filter(({ name }) => name === "all-types");

test.each([
  { LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" },
  { LC_ALL: "C", LANG: "C", TZ: "America/St_Johns", COLUMNS: "20" },
])("the command writes the same bytes with %o, from another folder", async (environment) => {
  if (folder === undefined) throw new Error("There is no such golden folder.");
  const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), "data-api-golden-"));
  onTestFinished(() => {
    fs.rmSync(elsewhere, { recursive: true });
  });
  const child = spawn(process.execPath, [cli, "generate", "--config", folder.config, "--out", "out"], {
    cwd: elsewhere,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [stderr] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(stderr).toBe("");
  expect(child.exitCode).toBe(0);

  const written = readFolder(path.join(elsewhere, "out"));
  // The first line of code in `.data-api` is a hash, which golden code does not have.
  const code = new Map(
    [...written]
      .filter(([file]) => file.endsWith(".ts"))
      .map(([file, code]) => [file, file.startsWith(".data-api/") ? code.replace(/^.*\n/, "") : code]),
  );
  expect(code).toEqual(readGolden(folder));
});
