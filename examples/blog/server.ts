import { DataApi } from "data-api";
import config from "./data-api.config.js";
import seed from "./seed.js";

const api = new DataApi(config);
api.setupApiEndpoints();
// A new database begins with sample records.
if ((await api.repository("blogpost").count()) === 0) await api.seedAsync(seed);
await api.startAsync();
