import { blog, defineCase, short, uuidKey, views } from "../../case.js";

export default defineCase({
  about: "Unedited files follow the configuration: they equal a fresh generation.",
  config: blog(),
  steps: [
    { config: blog({ ...uuidKey, fields: { title: short, views }, description: "A post in the blog." }) },
  ],
});
