import config from "./data-api.config.js";
import { createApi } from "./src/api/index.js";

const api = createApi(config);
api.setupApiEndpoints();
await api.startAsync(1337, () => {
  console.log("The blog is at http://localhost:1337/api/data/blogpost");
});
