/** The families of endpoints that read records. A configuration chooses among them. */
export const endpointFamilies = ["path", "query"] as const;
export type EndpointFamily = (typeof endpointFamilies)[number];
