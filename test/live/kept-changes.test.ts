import { expect, test } from "vitest";
import { atEnd } from "../at-end.js";
import { Project } from "../cli/project.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { lineLike, takeLog } from "../conformance/reports.js";
import { createTestApi, startServer, type TestConfig } from "../conformance/start-server.js";
import { follow } from "./follow.js";
import { serveApi } from "../conformance/start.js";

const link = (targetEntityName: string) => ({
  ...field("int", { isRequired: false }),
  foreignKey: { targetEntityName, isManyToMany: true },
});
const config: TestConfig = {
  changes: { entities: ["post", "comment"], interval: 20, alarmRows: 5 },
  server: { metrics: true },
  batch: true,
  entities: {
    post: openEntity({
      title: field("string", { isUnique: true }),
      views: field("int"),
      tags: link("tag"),
    }),
    comment: openEntity({
      text: field("string"),
      postid: field("int", {
        foreignKey: { targetEntityName: "post", inverseName: "comments", isWritable: true },
      }),
    }),
    tag: openEntity({ text: field("string") }),
    quiet: openEntity({ text: field("string") }),
  },
};

await describeDialects("the changes that are kept", (target) => {
  /** A server, and a function that returns the changes since its last call. */
  const start = async () => {
    const fresh = await target.createDatabase();
    const server = await startServer(
      "dynamic",
      { ...target, createDatabase: () => Promise.resolve(fresh) },
      config,
    );
    const seen = new Set<unknown>();
    const kept = async () => {
      const rows = await fresh.run(["select id, entity, recordid, operation from data_api_outbox"]);
      const ofNow = rows.filter(({ id }) => !seen.has(id));
      for (const { id } of ofNow) seen.add(id);
      return ofNow
        .map(({ operation, entity, recordid }) => [operation, entity, recordid].join(" "))
        .toSorted();
    };
    const send = async (method: string, path: string, body?: unknown) => {
      const { status, json } = await server.request(method, path, { body });
      expect(status, `${method} ${path} ${JSON.stringify(json)}`).toBeLessThan(300);
    };
    return { server, send, kept, fresh };
  };

  test("each write of a named entity keeps one change, in every way of writing, and other entities keep none", async () => {
    const { server, send, kept } = await start();
    for (const text of ["x", "y"]) {
      await send("POST", "/api/data/tag", { text });
      await send("POST", "/api/data/quiet", { text });
    }
    await send("PATCH", "/api/data/quiet/1", { text: "z" });
    await send("DELETE", "/api/data/quiet?where=text=y");
    expect(await kept()).toEqual([]);

    await send("POST", "/api/data/post", [{ title: "a", tags: [1] }, { title: "b" }, { title: "c" }]);
    expect(await kept()).toEqual([1, 2, 3].map((id) => `create post [${id}]`));
    await send("PATCH", "/api/data/post", [
      { id: 1, title: "a1" },
      { id: 2, title: "b1" },
    ]);
    expect(await kept()).toEqual([1, 2].map((id) => `update post [${id}]`));
    await send("PUT", "/api/data/post/1", { title: "a2" });
    expect(await kept()).toEqual(["update post [1]"]);
    await send("PUT", "/api/data/post?onConflict=title", [
      { title: "a2", views: 1 },
      { title: "d", views: 1 },
    ]);
    expect(await kept()).toEqual(["create post [4]", "update post [1]"]);

    // Links and lists alone, without another member of the record.
    await send("PATCH", "/api/data/post/1", { tags: [1, 2] });
    expect(await kept()).toEqual(["update post [1]"]);
    await send("PATCH", "/api/data/post", [
      { id: 1, tags: [] },
      { id: 2, tags: [2] },
    ]);
    expect(await kept()).toEqual([1, 2].map((id) => `update post [${id}]`));
    await send("PATCH", "/api/data/post/1", { comments: { create: [{ text: "one" }, { text: "two" }] } });
    expect(await kept()).toEqual(["create comment [1]", "create comment [2]", "update post [1]"]);
    await send("PATCH", "/api/data/post/1", { comments: { set: [{ id: 2, text: "second" }] } });
    expect(await kept()).toEqual(["delete comment [1]", "update comment [2]", "update post [1]"]);

    await send("POST", "/api/batch", {
      operations: [
        { create: "post", input: { title: "e" } },
        { update: "post", id: 2, changes: { title: "b2" } },
        { delete: "post", id: 3 },
        { create: "quiet", input: { text: "q" } },
      ],
    });
    expect(await kept()).toEqual(["create post [5]", "delete post [3]", "update post [2]"]);

    const posts = server.api.repository("post");
    await posts.updateMany({ where: { id: { in: [4, 5] } }, changes: { views: 2 } });
    expect(await kept()).toEqual([4, 5].map((id) => `update post [${id}]`));
    await posts.deleteMany({ where: { id: { in: [4, 5] } } });
    expect(await kept()).toEqual([4, 5].map((id) => `delete post [${id}]`));
    await server.api
      .transaction(async (tx) => {
        await tx.repository("post").create({ title: "undone" });
        throw new Error("undone");
      })
      .catch(() => undefined);
    expect(await kept()).toEqual([]);
  });

  test("kept changes are counted in metrics and readyz, and above the limit the log warns and writes go on", async () => {
    const fresh = await target.createDatabase();
    /** A server counts when it starts, and then once a minute. */
    const startCounting = async () => {
      const api = await createTestApi("dynamic", fresh, config);
      const { port, request } = await serveApi(api);
      const get = (path: string) => request("GET", path);
      await expect
        .poll(async () => (await get("/readyz")).json)
        .toMatchObject({ changes: { kept: expect.any(Number) as number } });
      const { json } = await get("/readyz");
      const { text } = await get("/metrics");
      const [, counted] = /^data_api_changes_kept (\d+)$/m.exec(text) ?? [];
      const titles = Array.from({ length: 3 }, (_, index) => ({ title: `${port} ${index}` }));
      const { status } = await request("POST", "/api/data/post", { body: titles });
      await api.stopAsync();
      return [json, counted, status];
    };
    const said = (kept: number) => [
      { status: "ok", changes: { kept, lag: expect.any(Number) as number, streams: 0 } },
      String(kept),
      201,
    ];
    takeLog();
    expect(await startCounting()).toEqual(said(0));
    expect(await startCounting()).toEqual(said(3));
    expect(takeLog().filter(({ code }) => code === "many-changes")).toEqual([]);
    expect(await startCounting()).toEqual(said(6));
    expect(await lineLike({ code: "many-changes" })).toMatchObject({
      level: "warn",
      table: "data_api_outbox",
      msg: expect.stringContaining("has 6 changes, more than") as string,
    });
    expect(await fresh.run(["select id from post"])).toHaveLength(9);
  });

  test("the lag of changes grows in readyz and metrics while a server cannot read them, and then falls", async () => {
    const { server, send, fresh } = await start();
    const areAll = (isSo: (lag: number) => boolean) => async () => {
      const { json } = await server.request("GET", "/readyz");
      const { text } = await server.request("GET", "/metrics");
      const [, measured] = /^data_api_changes_lag_seconds (\S+)$/m.exec(text) ?? [];
      return [(json as { changes: { lag: number } }).changes.lag, Number(measured)].every(isSo);
    };
    const stream = await follow(`${server.url}/api/data/post/changes`);
    atEnd(() => stream.stop());
    await send("POST", "/api/data/post", { title: "a" });
    await stream.until(({ length }) => length === 1);
    takeLog();
    // A change that no server can read, which looks like a new one.
    await fresh.run(["update data_api_outbox set recordid = 'broken', batch = null"]);
    await expect.poll(areAll((lag) => lag > 1)).toBe(true);
    await expect.poll(areAll((lag) => lag > 2)).toBe(true);
    await fresh.run(["update data_api_outbox set recordid = '[1]'"]);
    await expect.poll(areAll((lag) => lag < 1)).toBe(true);
    // One line, however often it has failed.
    expect(takeLog().filter(({ msg }) => msg === "reading changes failed")).toHaveLength(1);
    await stream.until(({ length }) => length === 2);
  });
});

await describeDialects("the tables of changes", (target) => {
  test("tables of changes exist only if the configuration needs them, and an export leaves them out", async () => {
    const fresh = await target.createDatabase();
    const project = new Project();
    const configure = (changes: TestConfig["changes"]) => {
      const { entities } = config;
      project.write(
        "data-api.config.json",
        JSON.stringify({ database: fresh.database, entities, ...(changes !== undefined && { changes }) }),
      );
    };
    const run = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await project.run(...args);
      return { exitCode, text: stdout + stderr };
    };
    const hasTable = () =>
      fresh.run(["select id from data_api_outbox"]).then(
        () => true,
        () => false,
      );
    configure(undefined);
    expect(await run("migrate", "new", "begin")).toMatchObject({ exitCode: 0 });
    expect(await run("migrate", "apply")).toMatchObject({ exitCode: 0 });
    expect(await hasTable()).toBe(false);

    configure({ entities: ["post"] });
    const { text } = await run("db", "diff");
    for (const name of ["data_api_outbox", "data_api_outbox_state"]) expect(text).toContain(name);
    expect(await run("migrate", "new", "changes")).toMatchObject({ exitCode: 0 });
    const scripts = project.files().filter((file) => file.endsWith(".sql"));
    expect(scripts.filter((file) => project.read(file).includes("data_api_outbox_state"))).toHaveLength(1);
    expect(await run("migrate", "apply")).toMatchObject({ exitCode: 0 });
    expect(await hasTable()).toBe(true);
    expect((await run("db", "diff")).text).toContain("The database matches");

    configure({ entities: ["post"], table: "other_changes" });
    expect(await run("db", "push")).toMatchObject({ exitCode: 0 });
    expect(await fresh.run(["select id from other_changes"])).toEqual([]);
    configure({ entities: ["post"] });

    const api = await createTestApi("dynamic", fresh, { ...config, changes: { entities: ["post"] } });
    await api.repository("post").create({ title: "a" });
    await api.stopAsync();
    expect(await fresh.run(["select id from data_api_outbox"])).toHaveLength(1);
    expect(await run("export", "--out", "dump")).toMatchObject({ exitCode: 0 });
    const exported = project.files().filter((file) => file.startsWith("dump"));
    expect(exported.some((file) => file.includes("post"))).toBe(true);
    expect(exported.filter((file) => file.includes("outbox"))).toEqual([]);
  });
});
