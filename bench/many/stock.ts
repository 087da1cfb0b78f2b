import { defineConfig, type DatabaseConfig } from "data-api";

/** How many records one request has. */
export const RECORDS = 1000;

const guests = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] } as const;

/** The articles of a shop. A delivery is a number of articles that are deleted together. */
export function stockConfig(database: DatabaseConfig) {
  return defineConfig({
    database,
    server: { host: "127.0.0.1", maxAffected: RECORDS, maxBodyBytes: 1_000_000, maxJsonKeys: 20_000 },
    entities: {
      article: {
        fields: {
          sku: { type: "string", isEditable: true, isRequired: true, isUnique: true, foreignKey: null },
          title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
          stock: { type: "int", isEditable: true, isRequired: true, foreignKey: null },
          delivery: { type: "int", isEditable: true, isRequired: true, isIndexed: true, foreignKey: null },
        },
        permissions: guests,
      },
    },
  });
}

export interface NewArticle {
  readonly sku: string;
  readonly title: string;
  readonly stock: number;
  readonly delivery: number;
}

/** Article number `n`. */
export function article(n: number | string, stock: number, delivery = 0): NewArticle {
  return { sku: `SKU-${n}`, title: `Article ${n}, "new" and in its box`, stock, delivery };
}
