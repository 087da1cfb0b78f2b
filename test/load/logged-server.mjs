/** Serves an API with most kinds of requests, for the test that counts hidden classes. */
import { DataApi } from "data-api";

const everybody = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
const text = { type: "string", isEditable: true, isRequired: true };
const to = (targetEntityName, foreignKey) => ({
  type: "int",
  isEditable: true,
  isRequired: false,
  foreignKey: { targetEntityName, ...foreignKey },
});

const api = new DataApi({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "one of the tests that is long enough to be a secret key" },
  batch: true,
  entities: {
    user: { fields: {}, permissions: { create: ["guest"] } },
    author: { fields: { name: text }, permissions: everybody },
    post: {
      fields: {
        title: { ...text, isUnique: true },
        stars: { type: "int", isEditable: true, isRequired: true, default: 0 },
        price: { type: "decimal", scale: 2, isEditable: true, isRequired: false },
        authorid: to("author", { resolvedEntityName: "author", inverseName: "posts", isWritable: true }),
        tagids: to("tag", { resolvedEntityName: "tags", inverseName: "posts", isManyToMany: true }),
      },
      permissions: everybody,
    },
    tag: { fields: { label: text }, permissions: everybody },
    note: {
      fields: { words: text, secret: { ...text, isRequired: false } },
      permissions: {
        read: ["owner", { role: "guest", fields: { exclude: ["secret"] } }],
        create: ["member"],
        update: ["owner"],
      },
    },
  },
});
api.app.get("/api/spread", (req, res) => {
  const some = { a: req.url, b: 2 };
  const record = { ...some, c: 3 };
  res.send(record.a);
});
api.setupApiEndpoints();
const server = await api.startAsync(0);
process.send({ port: server.address().port });
process.on("disconnect", () => process.exit());
