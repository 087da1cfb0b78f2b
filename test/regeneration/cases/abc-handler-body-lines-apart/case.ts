import { blog, defineCase, routes, setHeader, uuidKey } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about:
    "You and the configuration change different lines of a handler: both changes are merged without a conflict.",
  config: blog(),
  steps: [
    {
      edits: [
        setHeader,
        after(
          routes,
          "    const record = await repository.delete(id, grant, options);\n",
          '    res.setHeader("X-Gone", "1");\n',
        ),
      ],
      config: blog(uuidKey),
    },
  ],
});
