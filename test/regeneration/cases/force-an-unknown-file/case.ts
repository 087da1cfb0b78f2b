import { blog, defineCase, title } from "../../case.js";

export default defineCase({
  about: "A path that leads to no generated file is a slip: exit code 1, nothing written.",
  config: blog(),
  steps: [
    { config: blog({ fields: { title } }), run: ["--force", "blogpost/blogpost.shema.ts"] },
    { run: ["--restore", "blogpost.routes.ts#function blogpostRoutes"] },
  ],
});
