import { field, openEntity } from "../conformance/fields.js";
import type { TestConfig } from "../conformance/start-server.js";

export const secret = `whsec_${Buffer.alloc(32, "a").toString("base64")}`;
export const nextSecret = `whsec_${Buffer.alloc(24, "b").toString("base64")}`;

type Hook = NonNullable<TestConfig["webhooks"]>[number];

/** A configuration with orders and a webhook. It looks for changes often. */
export function hookedConfig(url: string, hook: Partial<Hook> = {}): TestConfig {
  return {
    changes: { entities: ["order"], interval: 20 },
    webhooks: [
      {
        name: "shop",
        url,
        events: ["order.*"],
        isPrivateAllowed: true,
        ...(hook.secrets === undefined && { secret }),
        ...hook,
      },
    ],
    entities: {
      order: openEntity({ item: field("string"), amount: field("int", { isRequired: false }) }),
      note: openEntity({ text: field("string") }),
    },
  };
}
