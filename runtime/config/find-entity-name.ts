/** The name of an entity as the configuration writes it. Names are matched without regard to case. */
export function findEntityName(name: string, entities: object): string | undefined {
  // Most are written alike, and each foreign key names one.
  if (Object.hasOwn(entities, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(entities).find((each) => each.toLowerCase() === lower);
}
