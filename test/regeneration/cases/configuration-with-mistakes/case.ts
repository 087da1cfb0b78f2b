import { blog, defineCase, title } from "../../case.js";

export default defineCase({
  about: "Mistakes in the configuration: exit code 1, nothing written.",
  config: blog(),
  steps: [
    {
      config: blog({
        fields: { title: { ...title, maxLength: -1 }, select_: { ...title, renamedFrom: "title" } },
      }),
    },
  ],
});
