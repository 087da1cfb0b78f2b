/** The name of an entity or a field as the configuration writes it. Names are matched without regard to case. */
export function findName(name: string, named: object): string | undefined {
  // Most are written alike, and each foreign key names one.
  if (Object.hasOwn(named, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(named).find((each) => each.toLowerCase() === lower);
}

export function findNamed<T>(name: string, named: Readonly<Record<string, T>>): T | undefined {
  const written = findName(name, named);
  return written === undefined ? undefined : named[written];
}
