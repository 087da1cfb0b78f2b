// @data-api index
// Generated from the configuration, like the policies. Change it there.
import { composeApi, type Config, type GeneratedApi } from "data-api/kit";
import { repositoryPolicy } from "./repository/repository.policy.js";
import { RepositoryRepository } from "./repository/repository.repository.js";
import { repositoryRoutes } from "./repository/repository.routes.js";
import {
  repositoryFields,
  type RepositoryTable,
} from "./repository/repository.schema.js";
import { databasePolicy } from "./database/database.policy.js";
import { DatabaseRepository } from "./database/database.repository.js";
import { databaseRoutes } from "./database/database.routes.js";
import {
  databaseFields,
  type DatabaseTable,
} from "./database/database.schema.js";
import { generatedPolicy } from "./generated/generated.policy.js";
import { GeneratedRepository } from "./generated/generated.repository.js";
import { generatedRoutes } from "./generated/generated.routes.js";
import {
  generatedFields,
  type GeneratedTable,
} from "./generated/generated.schema.js";
import { jsonValuePolicy } from "./jsonValue/jsonValue.policy.js";
import { JsonValueRepository } from "./jsonValue/jsonValue.repository.js";
import { jsonValueRoutes } from "./jsonValue/jsonValue.routes.js";
import {
  jsonValueFields,
  type JsonValueTable,
} from "./jsonValue/jsonValue.schema.js";
import { routerPolicy } from "./router/router.policy.js";
import { RouterRepository } from "./router/router.repository.js";
import { routerRoutes } from "./router/router.routes.js";
import { routerFields, type RouterTable } from "./router/router.schema.js";
import { fieldPolicy } from "./field/field.policy.js";
import { FieldRepository } from "./field/field.repository.js";
import { fieldRoutes } from "./field/field.routes.js";
import { fieldFields, type FieldTable } from "./field/field.schema.js";
import { zPolicy } from "./z/z.policy.js";
import { ZRepository } from "./z/z.repository.js";
import { zRoutes } from "./z/z.routes.js";
import { zFields, type ZTable } from "./z/z.schema.js";
import { indexPolicy } from "./index/index.policy.js";
import { IndexRepository } from "./index/index.repository.js";
import { indexRoutes } from "./index/index.routes.js";
import { indexFields, type IndexTable } from "./index/index.schema.js";
import { entitiesPolicy } from "./entities/entities.policy.js";
import { EntitiesRepository } from "./entities/entities.repository.js";
import { entitiesRoutes } from "./entities/entities.routes.js";
import {
  entitiesFields,
  type EntitiesTable,
} from "./entities/entities.schema.js";
import { promisePolicy } from "./promise/promise.policy.js";
import { PromiseRepository } from "./promise/promise.repository.js";
import { promiseRoutes } from "./promise/promise.routes.js";
import { promiseFields, type PromiseTable } from "./promise/promise.schema.js";
import { recordPolicy } from "./record/record.policy.js";
import { RecordRepository } from "./record/record.repository.js";
import { recordRoutes } from "./record/record.routes.js";
import { recordFields, type RecordTable } from "./record/record.schema.js";
import { objectPolicy } from "./object/object.policy.js";
import { ObjectRepository } from "./object/object.repository.js";
import { objectRoutes } from "./object/object.routes.js";
import { objectFields, type ObjectTable } from "./object/object.schema.js";
import { stringPolicy } from "./string/string.policy.js";
import { StringRepository } from "./string/string.repository.js";
import { stringRoutes } from "./string/string.routes.js";
import { stringFields, type StringTable } from "./string/string.schema.js";
import { errorPolicy } from "./error/error.policy.js";
import { ErrorRepository } from "./error/error.repository.js";
import { errorRoutes } from "./error/error.routes.js";
import { errorFields, type ErrorTable } from "./error/error.schema.js";
import { classPolicy } from "./class/class.policy.js";
import { ClassRepository } from "./class/class.repository.js";
import { classRoutes } from "./class/class.routes.js";
import { classFields, type ClassTable } from "./class/class.schema.js";
import { newPolicy } from "./new/new.policy.js";
import { NewRepository } from "./new/new.repository.js";
import { newRoutes } from "./new/new.routes.js";
import { newFields, type NewTable } from "./new/new.schema.js";
import { defaultPolicy } from "./default/default.policy.js";
import { DefaultRepository } from "./default/default.repository.js";
import { defaultRoutes } from "./default/default.routes.js";
import { defaultFields, type DefaultTable } from "./default/default.schema.js";
import { deletePolicy } from "./delete/delete.policy.js";
import { DeleteRepository } from "./delete/delete.repository.js";
import { deleteRoutes } from "./delete/delete.routes.js";
import { deleteFields, type DeleteTable } from "./delete/delete.schema.js";
import { selectPolicy } from "./select/select.policy.js";
import { SelectRepository } from "./select/select.repository.js";
import { selectRoutes } from "./select/select.routes.js";
import { selectFields, type SelectTable } from "./select/select.schema.js";
import { tablePolicy } from "./table/table.policy.js";
import { TableRepository } from "./table/table.repository.js";
import { tableRoutes } from "./table/table.routes.js";
import { tableFields, type TableTable } from "./table/table.schema.js";
import { blogPostPolicy } from "./blog_post/blog_post.policy.js";
import { BlogPostRepository } from "./blog_post/blog_post.repository.js";
import { blogPostRoutes } from "./blog_post/blog_post.routes.js";
import {
  blogPostFields,
  type BlogPostTable,
} from "./blog_post/blog_post.schema.js";
import { blogPolicy } from "./BLOG/BLOG.policy.js";
import { BlogRepository } from "./BLOG/BLOG.repository.js";
import { blogRoutes } from "./BLOG/BLOG.routes.js";
import { blogFields, type BlogTable } from "./BLOG/BLOG.schema.js";
import { news2XYPolicy } from "./news2_x__y/news2_x__y.policy.js";
import { News2XYRepository } from "./news2_x__y/news2_x__y.repository.js";
import { news2XYRoutes } from "./news2_x__y/news2_x__y.routes.js";
import {
  news2XYFields,
  type News2XYTable,
} from "./news2_x__y/news2_x__y.schema.js";
import { newsItemPolicy } from "./newsItem/newsItem.policy.js";
import { NewsItemRepository } from "./newsItem/newsItem.repository.js";
import { newsItemRoutes } from "./newsItem/newsItem.routes.js";
import {
  newsItemFields,
  type NewsItemTable,
} from "./newsItem/newsItem.schema.js";
import { httpLogPolicy } from "./HTTP_Log_/HTTP_Log_.policy.js";
import { HttpLogRepository } from "./HTTP_Log_/HTTP_Log_.repository.js";
import { httpLogRoutes } from "./HTTP_Log_/HTTP_Log_.routes.js";
import {
  httpLogFields,
  type HttpLogTable,
} from "./HTTP_Log_/HTTP_Log_.schema.js";
import { aPolicy } from "./a/a.policy.js";
import { ARepository } from "./a/a.repository.js";
import { aRoutes } from "./a/a.routes.js";
import { aFields, type ATable } from "./a/a.schema.js";
import { fieldsPolicy } from "./fields/fields.policy.js";
import { FieldsRepository } from "./fields/fields.repository.js";
import { fieldsRoutes } from "./fields/fields.routes.js";
import { fieldsFields, type FieldsTable } from "./fields/fields.schema.js";
import { afterDeletePolicy } from "./after_delete/after_delete.policy.js";
import { AfterDeleteRepository } from "./after_delete/after_delete.repository.js";
import { afterDeleteRoutes } from "./after_delete/after_delete.routes.js";
import {
  afterDeleteFields,
  type AfterDeleteTable,
} from "./after_delete/after_delete.schema.js";
import { thingPolicy } from "./thing/thing.policy.js";
import { ThingRepository } from "./thing/thing.repository.js";
import { thingRoutes } from "./thing/thing.routes.js";
import { thingFields, type ThingTable } from "./thing/thing.schema.js";
import { newThingPolicy } from "./new_thing/new_thing.policy.js";
import { NewThingRepository } from "./new_thing/new_thing.repository.js";
import { newThingRoutes } from "./new_thing/new_thing.routes.js";
import {
  newThingFields,
  type NewThingTable,
} from "./new_thing/new_thing.schema.js";
import { rolesPolicy } from "./roles/roles.policy.js";
import { RolesRepository } from "./roles/roles.repository.js";
import { rolesRoutes } from "./roles/roles.routes.js";
import { rolesFields, type RolesTable } from "./roles/roles.schema.js";

/** The tables, as queries of your own on `this.db` see them. */
export interface Database {
  repository: RepositoryTable;
  database: DatabaseTable;
  generated: GeneratedTable;
  jsonValue: JsonValueTable;
  router: RouterTable;
  field: FieldTable;
  z: ZTable;
  index: IndexTable;
  entities: EntitiesTable;
  promise: PromiseTable;
  record: RecordTable;
  object: ObjectTable;
  string: StringTable;
  error: ErrorTable;
  class: ClassTable;
  new: NewTable;
  default: DefaultTable;
  delete: DeleteTable;
  select: SelectTable;
  table: TableTable;
  blog_post: BlogPostTable;
  BLOG: BlogTable;
  news2_x__y: News2XYTable;
  newsItem: NewsItemTable;
  HTTP_Log_: HttpLogTable;
  a: ATable;
  fields: FieldsTable;
  after_delete: AfterDeleteTable;
  thing: ThingTable;
  new_thing: NewThingTable;
  roles: RolesTable;
}

const entities = {
  repository: {
    repository: RepositoryRepository,
    policy: repositoryPolicy,
    routes: repositoryRoutes,
    fields: repositoryFields,
  },
  database: {
    repository: DatabaseRepository,
    policy: databasePolicy,
    routes: databaseRoutes,
    fields: databaseFields,
  },
  generated: {
    repository: GeneratedRepository,
    policy: generatedPolicy,
    routes: generatedRoutes,
    fields: generatedFields,
  },
  jsonValue: {
    repository: JsonValueRepository,
    policy: jsonValuePolicy,
    routes: jsonValueRoutes,
    fields: jsonValueFields,
  },
  router: {
    repository: RouterRepository,
    policy: routerPolicy,
    routes: routerRoutes,
    fields: routerFields,
  },
  field: {
    repository: FieldRepository,
    policy: fieldPolicy,
    routes: fieldRoutes,
    fields: fieldFields,
  },
  z: {
    repository: ZRepository,
    policy: zPolicy,
    routes: zRoutes,
    fields: zFields,
  },
  index: {
    repository: IndexRepository,
    policy: indexPolicy,
    routes: indexRoutes,
    fields: indexFields,
  },
  entities: {
    repository: EntitiesRepository,
    policy: entitiesPolicy,
    routes: entitiesRoutes,
    fields: entitiesFields,
  },
  promise: {
    repository: PromiseRepository,
    policy: promisePolicy,
    routes: promiseRoutes,
    fields: promiseFields,
  },
  record: {
    repository: RecordRepository,
    policy: recordPolicy,
    routes: recordRoutes,
    fields: recordFields,
  },
  object: {
    repository: ObjectRepository,
    policy: objectPolicy,
    routes: objectRoutes,
    fields: objectFields,
  },
  string: {
    repository: StringRepository,
    policy: stringPolicy,
    routes: stringRoutes,
    fields: stringFields,
  },
  error: {
    repository: ErrorRepository,
    policy: errorPolicy,
    routes: errorRoutes,
    fields: errorFields,
  },
  class: {
    repository: ClassRepository,
    policy: classPolicy,
    routes: classRoutes,
    fields: classFields,
  },
  new: {
    repository: NewRepository,
    policy: newPolicy,
    routes: newRoutes,
    fields: newFields,
  },
  default: {
    repository: DefaultRepository,
    policy: defaultPolicy,
    routes: defaultRoutes,
    fields: defaultFields,
  },
  delete: {
    repository: DeleteRepository,
    policy: deletePolicy,
    routes: deleteRoutes,
    fields: deleteFields,
  },
  select: {
    repository: SelectRepository,
    policy: selectPolicy,
    routes: selectRoutes,
    fields: selectFields,
  },
  table: {
    repository: TableRepository,
    policy: tablePolicy,
    routes: tableRoutes,
    fields: tableFields,
  },
  blog_post: {
    repository: BlogPostRepository,
    policy: blogPostPolicy,
    routes: blogPostRoutes,
    fields: blogPostFields,
  },
  BLOG: {
    repository: BlogRepository,
    policy: blogPolicy,
    routes: blogRoutes,
    fields: blogFields,
  },
  news2_x__y: {
    repository: News2XYRepository,
    policy: news2XYPolicy,
    routes: news2XYRoutes,
    fields: news2XYFields,
  },
  newsItem: {
    repository: NewsItemRepository,
    policy: newsItemPolicy,
    routes: newsItemRoutes,
    fields: newsItemFields,
  },
  HTTP_Log_: {
    repository: HttpLogRepository,
    policy: httpLogPolicy,
    routes: httpLogRoutes,
    fields: httpLogFields,
  },
  a: {
    repository: ARepository,
    policy: aPolicy,
    routes: aRoutes,
    fields: aFields,
  },
  fields: {
    repository: FieldsRepository,
    policy: fieldsPolicy,
    routes: fieldsRoutes,
    fields: fieldsFields,
  },
  after_delete: {
    repository: AfterDeleteRepository,
    policy: afterDeletePolicy,
    routes: afterDeleteRoutes,
    fields: afterDeleteFields,
  },
  thing: {
    repository: ThingRepository,
    policy: thingPolicy,
    routes: thingRoutes,
    fields: thingFields,
  },
  new_thing: {
    repository: NewThingRepository,
    policy: newThingPolicy,
    routes: newThingRoutes,
    fields: newThingFields,
  },
  roles: {
    repository: RolesRepository,
    policy: rolesPolicy,
    routes: rolesRoutes,
    fields: rolesFields,
  },
};

/**
 * The server behind the generated code. Connection, secrets and functions come from the configuration.
 * @throws {ConfigError} if the configuration has mistakes, or if this code was generated from another one.
 */
export function createApi(config: Config): GeneratedApi<typeof entities> {
  return composeApi(config, entities);
}
