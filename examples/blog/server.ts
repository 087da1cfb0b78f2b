import { DataApi } from "data-api";
import config from "./data-api.config.js";

const api = new DataApi(config);
api.setupApiEndpoints();
await api.startAsync(1337, () => {
  console.log("The blog is at http://localhost:1337/api/data/blogpost");
});
