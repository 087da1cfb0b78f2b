import type { Generated } from "data-api/schema";

/** The tables, as queries of your own on `this.db` see them. */
export interface Database {
  repository: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  database: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  generated: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  jsonValue: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  router: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  field: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  z: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  index: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  entities: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  promise: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  record: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  object: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  string: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  error: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  class: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  new: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  default: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  delete: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  select: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  table: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  blog_post: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  BLOG: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  news2_x__y: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  newsItem: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  HTTP_Log_: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  a: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  fields: {
    id: Generated<number>;
    class: string | null;
    new: string | null;
    default: string | null;
    delete: string | null;
    await: string | null;
    then: string | null;
    length: string | null;
    name: string | null;
    select: string | null;
    from: string | null;
    where: string | null;
    order: string | null;
    rowid: string | null;
    index: string | null;
    z: string | null;
    field: string | null;
    string: string | null;
    Generated: string | null;
    snake_case: string | null;
    SHOUTED: string | null;
    createdat: string;
    updatedat: string;
  };
  after_delete: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  thing: {
    id: Generated<number>;
    newthingid: number | null;
    parentid: number | null;
    createdat: string;
    updatedat: string;
  };
  new_thing: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
  roles: {
    id: Generated<number>;
    name: string | null;
    createdat: string;
    updatedat: string;
  };
}
