/** The oldest Node.js that this package runs on, as in `engines` of package.json. */
const OLDEST = [20, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

// Imported before everything else: what an old Node.js lacks would fail with an error that does not say why.
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
  throw new Error(
    `data-api needs Node.js ${OLDEST.join(".")} or newer, and this is ${process.versions.node}.`,
  );
