import config from "./data-api.config.js";
import { warnOfInventedKey } from "./secret-key.js";
import { createApi } from "./src/api/index.js";

const api = createApi(config);
api.setupApiEndpoints();
await api.startAsync(1337, () => {
  warnOfInventedKey();
  console.log("The messages are at http://localhost:1337/api/data/message");
});
