// @data-api index
// Generated from the configuration, like the policies. Change it there.
import { composeApi, type Config, type GeneratedApi } from "data-api/kit";
import { repositoryPolicy } from "./repository/repository.policy.js";
import { RepositoryRepository } from "./repository/repository.repository.js";
import { repositoryRoutes } from "./repository/repository.routes.js";
import { fields as repositoryFields } from "./.data-api/fields/repository.js";
import { databasePolicy } from "./database/database.policy.js";
import { DatabaseRepository } from "./database/database.repository.js";
import { databaseRoutes } from "./database/database.routes.js";
import { fields as databaseFields } from "./.data-api/fields/database.js";
import { generatedPolicy } from "./generated/generated.policy.js";
import { GeneratedRepository } from "./generated/generated.repository.js";
import { generatedRoutes } from "./generated/generated.routes.js";
import { fields as generatedFields } from "./.data-api/fields/generated.js";
import { jsonValuePolicy } from "./jsonValue/jsonValue.policy.js";
import { JsonValueRepository } from "./jsonValue/jsonValue.repository.js";
import { jsonValueRoutes } from "./jsonValue/jsonValue.routes.js";
import { fields as jsonValueFields } from "./.data-api/fields/jsonValue.js";
import { routerPolicy } from "./router/router.policy.js";
import { RouterRepository } from "./router/router.repository.js";
import { routerRoutes } from "./router/router.routes.js";
import { fields as routerFields } from "./.data-api/fields/router.js";
import { fieldPolicy } from "./field/field.policy.js";
import { FieldRepository } from "./field/field.repository.js";
import { fieldRoutes } from "./field/field.routes.js";
import { fields as fieldFields } from "./.data-api/fields/field.js";
import { zPolicy } from "./z/z.policy.js";
import { ZRepository } from "./z/z.repository.js";
import { zRoutes } from "./z/z.routes.js";
import { fields as zFields } from "./.data-api/fields/z.js";
import { indexPolicy } from "./index/index.policy.js";
import { IndexRepository } from "./index/index.repository.js";
import { indexRoutes } from "./index/index.routes.js";
import { fields as indexFields } from "./.data-api/fields/index.js";
import { entitiesPolicy } from "./entities/entities.policy.js";
import { EntitiesRepository } from "./entities/entities.repository.js";
import { entitiesRoutes } from "./entities/entities.routes.js";
import { fields as entitiesFields } from "./.data-api/fields/entities.js";
import { promisePolicy } from "./promise/promise.policy.js";
import { PromiseRepository } from "./promise/promise.repository.js";
import { promiseRoutes } from "./promise/promise.routes.js";
import { fields as promiseFields } from "./.data-api/fields/promise.js";
import { recordPolicy } from "./record/record.policy.js";
import { RecordRepository } from "./record/record.repository.js";
import { recordRoutes } from "./record/record.routes.js";
import { fields as recordFields } from "./.data-api/fields/record.js";
import { objectPolicy } from "./object/object.policy.js";
import { ObjectRepository } from "./object/object.repository.js";
import { objectRoutes } from "./object/object.routes.js";
import { fields as objectFields } from "./.data-api/fields/object.js";
import { stringPolicy } from "./string/string.policy.js";
import { StringRepository } from "./string/string.repository.js";
import { stringRoutes } from "./string/string.routes.js";
import { fields as stringFields } from "./.data-api/fields/string.js";
import { errorPolicy } from "./error/error.policy.js";
import { ErrorRepository } from "./error/error.repository.js";
import { errorRoutes } from "./error/error.routes.js";
import { fields as errorFields } from "./.data-api/fields/error.js";
import { classPolicy } from "./class/class.policy.js";
import { ClassRepository } from "./class/class.repository.js";
import { classRoutes } from "./class/class.routes.js";
import { fields as classFields } from "./.data-api/fields/class.js";
import { newPolicy } from "./new/new.policy.js";
import { NewRepository } from "./new/new.repository.js";
import { newRoutes } from "./new/new.routes.js";
import { fields as newFields } from "./.data-api/fields/new.js";
import { defaultPolicy } from "./default/default.policy.js";
import { DefaultRepository } from "./default/default.repository.js";
import { defaultRoutes } from "./default/default.routes.js";
import { fields as defaultFields } from "./.data-api/fields/default.js";
import { deletePolicy } from "./delete/delete.policy.js";
import { DeleteRepository } from "./delete/delete.repository.js";
import { deleteRoutes } from "./delete/delete.routes.js";
import { fields as deleteFields } from "./.data-api/fields/delete.js";
import { selectPolicy } from "./select/select.policy.js";
import { SelectRepository } from "./select/select.repository.js";
import { selectRoutes } from "./select/select.routes.js";
import { fields as selectFields } from "./.data-api/fields/select.js";
import { tablePolicy } from "./table/table.policy.js";
import { TableRepository } from "./table/table.repository.js";
import { tableRoutes } from "./table/table.routes.js";
import { fields as tableFields } from "./.data-api/fields/table.js";
import { blogPostPolicy } from "./blog_post/blog_post.policy.js";
import { BlogPostRepository } from "./blog_post/blog_post.repository.js";
import { blogPostRoutes } from "./blog_post/blog_post.routes.js";
import { fields as blogPostFields } from "./.data-api/fields/blog_post.js";
import { blogPolicy } from "./BLOG/BLOG.policy.js";
import { BlogRepository } from "./BLOG/BLOG.repository.js";
import { blogRoutes } from "./BLOG/BLOG.routes.js";
import { fields as blogFields } from "./.data-api/fields/BLOG.js";
import { news2XYPolicy } from "./news2_x__y/news2_x__y.policy.js";
import { News2XYRepository } from "./news2_x__y/news2_x__y.repository.js";
import { news2XYRoutes } from "./news2_x__y/news2_x__y.routes.js";
import { fields as news2XYFields } from "./.data-api/fields/news2_x__y.js";
import { newsItemPolicy } from "./newsItem/newsItem.policy.js";
import { NewsItemRepository } from "./newsItem/newsItem.repository.js";
import { newsItemRoutes } from "./newsItem/newsItem.routes.js";
import { fields as newsItemFields } from "./.data-api/fields/newsItem.js";
import { httpLogPolicy } from "./HTTP_Log_/HTTP_Log_.policy.js";
import { HttpLogRepository } from "./HTTP_Log_/HTTP_Log_.repository.js";
import { httpLogRoutes } from "./HTTP_Log_/HTTP_Log_.routes.js";
import { fields as httpLogFields } from "./.data-api/fields/HTTP_Log_.js";
import { aPolicy } from "./a/a.policy.js";
import { ARepository } from "./a/a.repository.js";
import { aRoutes } from "./a/a.routes.js";
import { fields as aFields } from "./.data-api/fields/a.js";
import { fieldsPolicy } from "./fields/fields.policy.js";
import { FieldsRepository } from "./fields/fields.repository.js";
import { fieldsRoutes } from "./fields/fields.routes.js";
import { fields as fieldsFields } from "./.data-api/fields/fields.js";
import { afterDeletePolicy } from "./after_delete/after_delete.policy.js";
import { AfterDeleteRepository } from "./after_delete/after_delete.repository.js";
import { afterDeleteRoutes } from "./after_delete/after_delete.routes.js";
import { fields as afterDeleteFields } from "./.data-api/fields/after_delete.js";
import { thingPolicy } from "./thing/thing.policy.js";
import { ThingRepository } from "./thing/thing.repository.js";
import { thingRoutes } from "./thing/thing.routes.js";
import { fields as thingFields } from "./.data-api/fields/thing.js";
import { newThingPolicy } from "./new_thing/new_thing.policy.js";
import { NewThingRepository } from "./new_thing/new_thing.repository.js";
import { newThingRoutes } from "./new_thing/new_thing.routes.js";
import { fields as newThingFields } from "./.data-api/fields/new_thing.js";
import { rolesPolicy } from "./roles/roles.policy.js";
import { RolesRepository } from "./roles/roles.repository.js";
import { rolesRoutes } from "./roles/roles.routes.js";
import { fields as rolesFields } from "./.data-api/fields/roles.js";
import type { Database } from "./.data-api/database.js";

export type { Database };

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
