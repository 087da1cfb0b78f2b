import { defineConfig, type DatabaseConfig } from "data-api";

/** How many records one request has. */
export const RECORDS = 1000;

/** How many records one request creates or changes, which is the most of any request. */
export const UPSERTED = 10_000;

/** How many lines a new order has. */
export const LINES = 20;

const guests = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] } as const;

/** The articles and orders of a shop. A delivery is a number of articles that are deleted together. */
export function stockConfig(database: DatabaseConfig) {
  return defineConfig({
    database,
    server: { host: "127.0.0.1", maxAffected: UPSERTED, maxBodyBytes: 2_000_000, maxJsonKeys: 50_000 },
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
      order: {
        fields: { customer: { type: "string", isEditable: true, isRequired: true, foreignKey: null } },
        permissions: guests,
      },
      line: {
        fields: {
          orderid: {
            type: "int",
            isEditable: false,
            isRequired: true,
            foreignKey: { targetEntityName: "order", inverseName: "lines", isWritable: true },
          },
          title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
          amount: { type: "int", isEditable: true, isRequired: true, foreignKey: null },
        },
        permissions: guests,
      },
    },
  });
}

export interface NewOrder {
  readonly customer: string;
  readonly lines: readonly { readonly title: string; readonly amount: number }[];
}

/** Order number `n`. */
export function order(n: number): NewOrder {
  const lines = Array.from({ length: LINES }, (_, index) => ({
    title: `Line ${index} of ${n}`,
    amount: index,
  }));
  return { customer: `Customer ${n}`, lines };
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
