import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { run, repository } from "../package/installed-project.js";

/** A registry of packages that has data-api as it is built here, and all else from the registry of npm. */
export interface Registry {
  readonly url: string;
  stop(): void;
}

/** @param folder Where the tarball is written. */
export async function startRegistry(folder: string): Promise<Registry> {
  const pack = await run(repository, "npm", "pack", "--ignore-scripts", "--pack-destination", folder);
  const file = fs.readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (file === undefined) throw new Error(`It was not packed:\n${pack.stderr}`);
  const tarball = fs.readFileSync(path.join(folder, file));
  const upstream = (await run(repository, "npm", "config", "get", "registry")).stdout
    .trim()
    .replace(/\/$/, "");
  const manifest = JSON.parse(fs.readFileSync(path.join(repository, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
  };
  const { name, version } = manifest;
  const server = http.createServer((req, res) => {
    if (req.url === `/${name}`) {
      const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
      const dist = { tarball: `${url}${name}/-/${file}`, integrity };
      const packed = {
        name,
        "dist-tags": { latest: version },
        versions: { [version]: { ...manifest, dist } },
      };
      res.setHeader("content-type", "application/json").end(JSON.stringify(packed));
    } else if (req.url === `/${name}/-/${file}`) res.end(tarball);
    else res.writeHead(307, { location: `${upstream}${req.url ?? ""}` }).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
