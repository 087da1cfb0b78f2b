import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { Project } from "../cli/project.js";
import { hookedConfig, nextSecret, secret } from "./hooked.js";

const page = fs.readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8");
const [, receiver = ""] = /```js\n(.*?)```/s.exec(page) ?? [];

let end = () => Promise.resolve();
afterEach(() => end());

test("the webhook receiver of the documentation takes signed calls of the command, and refuses those of another key", async () => {
  expect(receiver).toContain(".listen(8080)");
  const child = spawn(process.execPath, ["--input-type=module"], {
    env: { ...process.env, WAREHOUSE_SECRET: secret },
    stdio: ["pipe", "pipe", "inherit"],
  });
  end = async () => {
    child.kill();
    await once(child, "close");
  };
  const ownPort = '.listen(0, "127.0.0.1", function () { console.log(this.address().port); })';
  child.stdin.end(receiver.replace(".listen(8080)", ownPort));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const port = String((await lines.next()).value);
  const send = async (key: string) => {
    const config = hookedConfig(`http://127.0.0.1:${port}/changes`, { secret: key });
    const database = { dialect: "sqlite", name: "shop.db" } as const;
    const project = new Project({ "data-api.config.json": JSON.stringify({ ...config, database }) });
    const { exitCode, stdout } = await project.run("webhooks", "test", "shop");
    return [exitCode, stdout];
  };
  expect(await send(nextSecret)).toEqual([1, `http://127.0.0.1:${port}/changes: 400 Bad Request\n`]);
  expect(await send(secret)).toEqual([0, `http://127.0.0.1:${port}/changes: 204 No Content\n`]);
  expect((await lines.next()).value).toBe("test {}");
});
