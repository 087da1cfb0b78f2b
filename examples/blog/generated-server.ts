import config from "./data-api.config.js";
import seed from "./seed.js";
import { createApi } from "./src/api/index.js";

const api = createApi(config);
api.setupApiEndpoints();
// A new database begins with sample records.
if ((await api.repositories.blogpost.count()) === 0) await api.seedAsync(seed);
await api.startAsync();
