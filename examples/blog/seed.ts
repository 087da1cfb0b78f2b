import { defineSeed } from "data-api";
import type config from "./data-api.config.js";

/** The posts that a new blog begins with. */
export default defineSeed<typeof config>(async ({ upsert }) => {
  await upsert(
    "blogpost",
    [
      { title: "Welcome", content: "<p>This is a <b>sample</b>: change it or delete it.</p>" },
      { title: "House rules", content: "<p>Be kind, and stay on topic.</p>" },
    ],
    { by: "title" },
  );
});
