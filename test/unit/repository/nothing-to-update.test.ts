import { afterAll, expect, it } from "vitest";
import { DataApi } from "data-api";

const field = { type: "string", isEditable: true, isRequired: false } as const;
const api = new DataApi({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "k".repeat(32) },
  entities: {
    note: {
      fields: { text: field, price: field },
      permissions: {
        update: ["admin", { role: "member", fields: { exclude: ["price"] } }],
      },
    },
  },
});
afterAll(() => api.stopAsync());

it("names the fields that the caller may set, and no others", async () => {
  const detailFor = async (roles: readonly string[]) => {
    const notes = api.repository("note").as({ userId: 1, roles });
    return notes.update(1, {}).catch((error: unknown) => (error as Error).message);
  };
  expect(await detailFor([])).toBe('Give at least one of "text".');
  expect(await detailFor(["admin"])).toBe('Give at least one of "text", "price".');
});
