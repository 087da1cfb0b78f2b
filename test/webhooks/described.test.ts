import { expect, test } from "vitest";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { callersWith } from "../../runtime/surfaces/openapi/audience.js";
import { openapiDocument } from "../../runtime/surfaces/openapi/openapi-document.js";
import { hookedConfig } from "./hooked.js";

const model = (config: object) =>
  resolveModel({
    ...hookedConfig("https://example.com"),
    database: { dialect: "sqlite", name: ":memory:" },
    ...config,
  });

test("the OpenAPI document describes what webhooks send, to those who may read it", () => {
  const { webhooks = {}, components } = openapiDocument(model({}));
  expect(Object.keys(webhooks)).toEqual(["order.create", "order.update", "order.delete"]);
  const body = webhooks["order.create"]?.post?.requestBody?.content["application/json"]?.schema;
  expect(body).toMatchObject({
    required: ["type", "timestamp", "data"],
    properties: { type: { enum: ["order.create"] }, data: { $ref: "#/components/schemas/SelectedOrder" } },
  });
  expect(components["schemas"]).toHaveProperty("SelectedOrder");
  expect(Object.keys(openapiDocument(model({ webhooks: [] })))).not.toContain("webhooks");
  const { order } = hookedConfig("").entities;
  const secret = model({
    entities: { order: { ...order, permissions: { read: ["boss"], create: ["guest"] } } },
  });
  expect(openapiDocument(secret, { audience: callersWith(["guest"]) }).webhooks).toBeUndefined();
});

test("the OpenAPI document has paths to follow changes only for the entities of live changes", () => {
  const document = openapiDocument(model({ changes: { entities: ["note"] }, endpoints: ["query"] }));
  const followed = Object.keys(document.paths).filter((path) => path.endsWith("/changes"));
  expect(followed).toEqual(["/api/data/note/changes"]);
});
