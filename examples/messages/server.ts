import { DataApi } from "data-api";
import config from "./data-api.config.js";
import { servePage } from "./serve-page.js";
import seed from "./seed.js";
import { warnOfInventedKey } from "./secret-key.js";

const api = new DataApi(config);
api.setupApiEndpoints();
servePage(api.app);
// A new database begins with sample records.
if ((await api.repository("user").count()) === 0) await api.seedAsync(seed);
await api.startAsync(1337, () => {
  warnOfInventedKey();
  console.log("The page is at http://localhost:1337");
});
