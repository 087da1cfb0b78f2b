// Runs as a separate process in another time zone: writes the moments to the given database, and prints what it reads
// from there, and how many moments it finds by their values.
import { DataApi, type DatabaseConfig } from "data-api";
import { entities, moments } from "./moments.js";

const database = JSON.parse(process.argv[2] ?? "") as DatabaseConfig;
// Slow statements on a busy machine must not be logged.
const api = new DataApi({ database, entities, server: { log: { level: "error" } } });
for (const name of ["moment", "legacy"] as const) {
  const repository = api.repository(name);
  const created: object[] = [];
  let found = 0;
  for (const moment of moments) {
    created.push(await repository.create(moment));
    found += await repository.count(`at="${moment.at}"&day="${moment.day}"`);
  }
  const { items } = await repository.find();
  console.log(JSON.stringify({ zone: new Date(0).getTimezoneOffset(), created, found, items }));
}
await api.stopAsync();
