import { spawnSync } from "node:child_process";

/** Runs git in a folder, with an author and without a configuration of its user. */
export function runGit(
  folder: string,
  ...args: readonly string[]
): { readonly exitCode: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Somebody",
      GIT_AUTHOR_EMAIL: "somebody@example.com",
      GIT_COMMITTER_NAME: "Somebody",
      GIT_COMMITTER_EMAIL: "somebody@example.com",
    },
  });
  return { exitCode: status, output: stdout + stderr };
}
