// Generated from the configuration: do not edit. j-G7NRHTohujSbWUst3RsWx5WLS9J39us23-SqKr1_s
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
    city: string | null;
    createdat: string;
    updatedat: string;
    usernamekey: string;
    tokenversion: string | null;
  };
  item: {
    id: Generated<number>;
    title: string;
    price: string;
    lowestprice: string | null;
    issold: Generated<number>;
    createdat: string;
    updatedat: string;
    ownerid: number | null;
  };
  message: {
    id: Generated<number>;
    recipientid: number;
    itemid: number | null;
    text: string;
    isread: Generated<number>;
    createdat: string;
    updatedat: string;
    ownerid: number | null;
  };
  tag: {
    id: Generated<number>;
    name: string;
    createdat: string;
    updatedat: string;
  };
  item_tagids: {
    sourceid: number;
    targetid: number;
  };
}
