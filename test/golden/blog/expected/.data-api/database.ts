import type { Generated } from "data-api/schema";

/** The tables, as queries of your own on `this.db` see them. */
export interface Database {
  blogpost: {
    id: Generated<number>;
    title: string;
    content: string;
    createdat: string;
    updatedat: string;
  };
}
