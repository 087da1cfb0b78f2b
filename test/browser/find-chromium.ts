import fs from "node:fs";
import path from "node:path";

const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ELSEWHERE = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * The path of Chromium or Chrome: `CHROMIUM_PATH`, else the first one on `PATH` or in a usual installation folder.
 * `undefined` if there is none.
 * @throws {Error} If `CHROMIUM_PATH` is set, but there is no such file.
 */
export function findChromium(): string | undefined {
  const given = process.env["CHROMIUM_PATH"];
  if (given) {
    if (!fs.existsSync(given)) throw new Error(`CHROMIUM_PATH is "${given}", but there is no such file.`);
    return given;
  }
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const onPath = COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command)));
  return [...onPath, ...ELSEWHERE].find((file) => fs.existsSync(file));
}
