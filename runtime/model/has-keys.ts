/** Whether these are the own keys of the object, in this order. Unlike `Object.keys`, it creates no list. */
export function hasKeys(object: object, keys: readonly string[]): boolean {
  let place = 0;
  for (const key in object) if (key !== keys[place++]) return false;
  return place === keys.length;
}
