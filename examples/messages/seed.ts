import { defineSeed } from "data-api";
import type config from "./data-api.config.js";

/** Two users, each with an item, and a message between them, so that a new page is not empty. */
export default defineSeed<typeof config>(async ({ upsert, db }) => {
  const users = await upsert(
    "user",
    [
      { username: "olga", password: "sample trains 1", city: "Oslo" },
      { username: "paul", password: "sample trains 2", city: "Paris" },
    ],
    { by: "username" },
  );
  const tags = await upsert("tag", [{ name: "music" }, { name: "garden" }]);
  const tagged = (name: string) => tags.filter((tag) => tag.name === name).map(({ id }) => id);
  await upsert(
    "item",
    [
      { title: "A piano", price: "450", tagids: tagged("music") },
      { title: "A garden bench", price: "220", tagids: tagged("garden") },
    ],
    { by: "title" },
  );
  const [olga, paul] = users;
  if (olga === undefined || paul === undefined) return;
  await upsert("message", [{ text: "Is the piano in tune?", recipientid: olga.id }], { by: "text" });
  // A caller owns what it creates. Here nobody calls, so that the owners are set by SQL.
  await db.updateTable("item").set({ ownerid: olga.id }).where("title", "=", "A piano").execute();
  await db.updateTable("item").set({ ownerid: paul.id }).where("title", "=", "A garden bench").execute();
  await db.updateTable("message").set({ ownerid: paul.id }).where("recipientid", "=", olga.id).execute();
});
