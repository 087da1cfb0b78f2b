/** Returns a function that returns what `make` makes of an object, made once. */
export function onceForEach<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>();
  return (key) => {
    let made = known.get(key);
    if (made === undefined) known.set(key, (made = make(key)));
    return made;
  };
}
