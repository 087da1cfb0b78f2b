import { describe, expect, it } from "vitest";
import { DataApi, type Config } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field, openEntity } from "../../conformance/fields.js";

type Hook = NonNullable<Config["webhooks"]>[number];

const secret = `whsec_${"A".repeat(32)}`;

function config(...webhooks: readonly object[]): Config {
  const usual = { url: "https://example.com/hook", events: ["order.create"], secret };
  return {
    database: { dialect: "sqlite", name: ":memory:" },
    entities: {
      order: openEntity({ item: field("string") }),
      log: {
        ...openEntity({ item: field("string") }),
        isReadOnly: true,
        primaryKey: ["id"],
        fields: { id: field("int", { isEditable: false, isRequired: true }) },
        permissions: { read: ["guest"] },
      },
    },
    webhooks: webhooks.map((hook) => ({ ...usual, ...hook })) as Hook[],
  };
}

const mistakes = (...hooks: readonly object[]) =>
  checkConfig(config(...hooks)).map(({ path, message }) => `${path}: ${message}`);

describe("webhooks of a configuration", () => {
  it("webhooks keep the changes of their entities, in tables of their own", () => {
    expect(mistakes({})).toEqual([]);
    const model = resolveModel(config({ events: ["Order.*"] }));
    expect(model.changes).toBe(false);
    expect([...(model.outbox?.entityNames ?? [])]).toEqual(["order"]);
    const [hook] = model.webhooks?.hooks ?? [];
    expect(hook).toMatchObject({
      name: "example.com",
      secrets: [secret],
      timeout: 10_000,
      maxTries: 10,
      keepHours: 72,
    });
    expect([...(hook?.events.get("order") ?? [])]).toEqual(["create", "update", "delete"]);
    expect(model.tables.map(({ table }) => table)).toEqual(
      expect.arrayContaining(["data_api_webhooks", "data_api_deliveries"]),
    );
    const none = resolveModel(config());
    expect([none.webhooks, none.outbox]).toEqual([undefined, undefined]);
  });

  it("webhooks must have addresses that may be connected to", () => {
    for (const url of ["example.com", "ftp://example.com", "//x"])
      expect(mistakes({ url, name: "x" })).toEqual([
        "webhooks.0.url: must be an address such as https://example.com/changes.",
      ]);
    expect(mistakes({ url: "http://example.com" })[0]).toContain('must begin with "https:"');
    expect(mistakes({ url: "http://example.com", isPrivateAllowed: true })).toEqual([]);
    for (const url of ["http://8.8.8.8", "http://[::ffff:8.8.8.8]"])
      expect(mistakes({ url, name: "x", isPrivateAllowed: true })[0]).toContain("the address is not private");
    for (const url of ["https://10.0.0.1", "https://[::1]/", "https://2130706433/"])
      expect(mistakes({ url, name: "x" })[0]).toContain("not one of the public internet");
    expect(mistakes({ url: "https://me:hidden@example.com" })).toEqual([
      "webhooks.0.url: must have no user and password: receivers check the signature instead.",
    ]);
  });

  it("webhooks must name events of entities that change", () => {
    expect(mistakes({ events: ["ordr.create"] })[0]).toBe(
      'webhooks.0.events.0: there is no entity "ordr". Did you mean "order"?',
    );
    expect(mistakes({ events: ["order.creates"] })[0]).toContain(
      'there is no operation "creates"; allowed: *, create, update, delete.',
    );
    expect(mistakes({ events: ["order.read"] })[0]).toContain("there is no operation");
    expect(mistakes({ events: ["order"] })[0]).toContain("must be an entity and an operation");
    expect(mistakes({ events: ["log.create"] })[0]).toContain("is read-only");
    expect(mistakes({ events: ["order.create", "Order.create"] })[0]).toContain("is named twice");
    expect(mistakes({ events: [] })[0]).toContain("must have at least one item");
  });

  it("webhooks must have secrets, which no message shows, and names of their own", () => {
    for (const wrong of [
      "hidden",
      "whsec_hidden",
      `whsec_${"A".repeat(31)}`,
      `whsec_${"A".repeat(28)}`,
      `whsec_${"A".repeat(88)}`,
    ]) {
      const [message, ...more] = mistakes({ secret: wrong });
      expect(more).toEqual([]);
      expect(message).toContain("24 to 64 random bytes");
      expect(message).not.toContain(wrong);
      expect(mistakes({ secret: undefined, secrets: [wrong] })[0]).not.toContain(wrong);
    }
    expect(mistakes({ secret: undefined })).toEqual([
      'webhooks.0.secret: a webhook has either "secret" or "secrets".',
    ]);
    expect(mistakes({ secrets: [secret] })[0]).toContain("either");
    expect(mistakes({}, {})[0]).toContain('the name "example.com" is used already');
    expect(mistakes({ name: "a b" })[0]).toContain("webhooks.0.name: found");
    expect(mistakes({ url: "https://[2606:4700::1]/" })[0]).toContain('the host of "url" cannot be the name');
  });

  it("webhooks must select members that their entities have", () => {
    const start = (select: string) => () => new DataApi(config({ select }));
    expect(start("item")).not.toThrow();
    expect(start("itm")).toThrow(/webhooks\.0\.select: of "order": .*"itm"/);
    expect(start("item,,")).toThrow(/webhooks\.0\.select/);
  });
});
