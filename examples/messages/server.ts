import { DataApi } from "data-api";
import config from "./data-api.config.js";
import { servePage } from "./serve-page.js";
import { warnOfInventedKey } from "./secret-key.js";

const api = new DataApi(config);
api.setupApiEndpoints();
servePage(api.app);
await api.startAsync(1337, () => {
  warnOfInventedKey();
  console.log(
    "The page is at http://localhost:1337, the messages are at http://localhost:1337/api/data/message",
  );
});
