/** The paths of the endpoints, with every part percent-encoded. */
export const paths = {
  findAll: (entity: string, orderBy = "id", skip: number | string = 0, take: number | string = 1000) =>
    join(entity, "public", "findall", orderBy, skip, take),
  findById: (entity: string, id: number | string) => join(entity, "public", "findbyid", id),
  findByCondition: (
    entity: string,
    condition: string,
    orderBy = "id",
    skip: number | string = 0,
    take: number | string = 1000,
  ) => join(entity, "public", "findbycondition", orderBy, skip, take, condition),
  /** The same for the caller's own records. */
  findOwn: (entity: string, orderBy = "id", skip: number | string = 0, take: number | string = 1000) =>
    join(entity, "private", "findall", orderBy, skip, take),
  findOwnById: (entity: string, id: number | string) => join(entity, "private", "findbyid", id),
  findOwnByCondition: (entity: string, condition: string, orderBy = "id") =>
    join(entity, "private", "findbycondition", orderBy, 0, 1000, condition),
  entity: (entity: string) => join(entity),
  record: (entity: string, id: number | string) => join(entity, id),
};

function join(...segments: readonly (string | number)[]): string {
  return `/api/data/${segments.map(encodeURIComponent).join("/")}`;
}
