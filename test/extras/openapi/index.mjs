// Each is loaded by the test that needs it: together they are some hundred modules.
export const heyApi = () => import("@hey-api/openapi-ts");
export const openapiTypescript = () => import("openapi-typescript");
export const orval = () => import("orval");
export const redocly = () => import("@redocly/openapi-core");
export const swaggerParser = () => import("@apidevtools/swagger-parser");
export const swaggerTypescriptApi = () => import("swagger-typescript-api");
