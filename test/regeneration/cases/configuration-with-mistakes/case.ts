import { blog, defineCase, title } from "../../case.js";

export default defineCase({
  about: "Mistakes in the configuration: nothing is written, exit code 1.",
  config: blog(),
  steps: [
    {
      config: blog({
        fields: { title: { ...title, maxLength: -1 }, select_: { ...title, renamedFrom: "title" } },
      }),
    },
  ],
});
