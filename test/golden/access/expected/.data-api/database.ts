import type { Generated } from "data-api/schema";

/** The tables, as queries of your own on `this.db` see them. */
export interface Database {
  user: {
    id: Generated<number>;
    username: string;
    password: string;
    email: string | null;
    firstname: string | null;
    lastname: string | null;
    roles: Generated<string>;
    team: string | null;
    createdat: string;
    updatedat: string;
    usernamekey: string;
    tokenversion: string | null;
  };
  item: {
    id: Generated<number>;
    name: string;
    price: string;
    supplier: string | null;
    sellerid: number | null;
    createdat: string;
    updatedat: string;
    ownerid: number | null;
  };
  message: {
    id: Generated<number>;
    text: string;
    state: Generated<"draft" | "public">;
    itemid: number;
    recipientid: number | null;
    replytoid: number | null;
    createdat: string;
    updatedat: string;
    ownerid: number | null;
  };
  tag: {
    code: string;
    createdat: string;
    updatedat: string;
  };
  message_tagcodes: {
    sourceid: number;
    targetid: string;
  };
  "message readers": {
    sourceid: number;
    targetid: number;
  };
  tag_likecodes: {
    sourceid: string;
    targetid: string;
  };
}
