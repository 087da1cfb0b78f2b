import config from "./data-api.config.js";
import { warnOfInventedKey } from "./secret-key.js";
import seed from "./seed.js";
import { servePage } from "./serve-page.js";
import { createApi } from "./src/api/index.js";

const api = createApi(config);
api.setupApiEndpoints();
servePage(api.app);
// A new database begins with sample records.
if ((await api.repositories.user.count()) === 0) await api.seedAsync(seed);
await api.startAsync(1337, () => {
  warnOfInventedKey();
  console.log("The page is at http://localhost:1337");
});
