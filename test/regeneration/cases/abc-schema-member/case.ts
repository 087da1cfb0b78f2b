import { blog, content, defineCase, short, trimTitle, views } from "../../case.js";

export default defineCase({
  about: "You add a call to a schema member and the configuration adds an argument: both changes are merged.",
  config: blog(),
  steps: [
    {
      edits: [trimTitle],
      config: blog({ fields: { title: short, views, content } }),
    },
  ],
});
