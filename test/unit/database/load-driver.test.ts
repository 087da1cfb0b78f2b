import { expect, it } from "vitest";
import { DatabaseError } from "data-api";
import { loadDriver } from "../../../runtime/database/wire/load-driver.js";

it("the error for a missing driver names the command that installs it", async () => {
  const error: unknown = await loadDriver("no-such-driver-anywhere", "sqlite").catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  expect(error).toMatchObject({ kind: "connection" });
  expect((error as Error).message).toMatch(
    /no-such-driver-anywhere.*"sqlite".*Install it: npm install no-such-driver-anywhere/,
  );
});
