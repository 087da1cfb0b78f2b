import { expect, it } from "vitest";
import { Database } from "../../../runtime/database/database.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { Observation } from "../../../runtime/observe/observation.js";
import { createRoutes } from "../../../runtime/http/route-template.js";

it("warnings of connections are logged with their code, once for any number of connections", async () => {
  const lines: string[] = [];
  const model = resolveModel({
    database: { dialect: "sqlite", name: ":memory:" },
    entities: {},
    server: { log: { destination: { write: (line) => lines.push(line) } } },
  });
  const dialect = {
    ...dialects.sqlite,
    open: async (...args: Parameters<typeof dialects.sqlite.open>) =>
      Object.assign(await dialects.sqlite.open(...args), {
        warnings: [{ code: "some-code", message: "Do this." }],
      }),
  };
  const database = new Database(
    model,
    dialect,
    new Observation(model, createRoutes([], []), { pool: () => undefined }, () => undefined),
  );
  for (let time = 0; time < 3; time++) {
    await database.open();
    await database.close();
  }
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: "warn", code: "some-code", msg: "Do this." }),
  ]);
});
