import { blog, defineCase, setHeader, tag } from "../../case.js";

export default defineCase({
  about: "An entity is added: its files and index.ts are written, and nothing else.",
  config: blog(),
  steps: [
    {
      edits: [setHeader],
      config: blog({}, { tag }),
    },
  ],
});
