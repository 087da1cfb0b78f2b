import { blog, defineCase, title } from "../../case.js";

export default defineCase({
  about: "A path that is not a generated file is an error: nothing is written, exit code 1.",
  config: blog(),
  steps: [
    { config: blog({ fields: { title } }), run: ["--force", "blogpost/blogpost.shema.ts"] },
    { run: ["--restore", "blogpost.routes.ts#function blogpostRoutes"] },
  ],
});
