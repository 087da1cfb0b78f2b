import type { Generated } from "data-api/schema";

/** The tables, as queries of your own on `this.db` see them. */
export interface Database {
  blog: {
    BlogId: Generated<number>;
    url: string | null;
    createdat: string;
    updatedat: string;
  };
  session: {
    key: string;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  country: {
    code: string;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  token: {
    id: string;
    note: string | null;
    createdat: string;
    updatedat: string;
  };
  setting: {
    name: "theme" | "language";
    value: string | null;
    createdat: string;
    updatedat: string;
  };
  invoice: {
    total: string | null;
    "Invoice No": Generated<number | bigint>;
    createdat: string;
    updatedat: string;
  };
  order_line: {
    line: number;
    product: string | null;
    orderid: string;
    createdat: string;
    updatedat: string;
  };
  remark: {
    id: Generated<number>;
    orderid: string | null;
    line: number | null;
    text: string | null;
    createdat: string;
    updatedat: string;
  };
  reading: {
    sensor: string;
    at: string;
    value: number;
  };
  sensor: {
    nr: number;
    place: string | null;
  };
  latest: {
    sensor: string;
    at: string;
    value: number | null;
  };
  log: {
    at: string;
    text: string | null;
  };
}
