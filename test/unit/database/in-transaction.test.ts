import { expect, it } from "vitest";
import { DatabaseError } from "data-api";
import { inTransaction } from "../../../runtime/database/wire/in-transaction.js";

/** Runs a transaction whose commit fails, and returns what was sent and thrown. */
async function failAtCommit(fault: DatabaseError): Promise<{ sent: string[]; thrown: unknown }> {
  const sent: string[] = [];
  const transaction = inTransaction<string, undefined>(
    {
      use: (work) => work("connection"),
      begin: () => Promise.resolve(sent.push("begin")),
      query: (_connection, text) => {
        sent.push(text);
        return text === "commit" ? Promise.reject(fault) : Promise.resolve();
      },
    },
    () => Promise.resolve(undefined),
  );
  return { thrown: await transaction.catch((error: unknown) => error), sent };
}

it("a transaction whose commit fails is rolled back, because it may still be open on its connection", async () => {
  const late = new DatabaseError("timeout", "MySQL: 1205", { isTransient: true });
  expect(await failAtCommit(late)).toEqual({ sent: ["begin", "commit", "rollback"], thrown: late });
});

it("a connection that is lost at the commit is not used again, and the outcome of the commit is unknown", async () => {
  const lost = new DatabaseError("connection", "MySQL: lost", { isTransient: true, outcome: "unknown" });
  const { sent, thrown } = await failAtCommit(lost);
  expect(sent).toEqual(["begin", "commit"]);
  expect(thrown).toMatchObject({ outcome: "unknown" });
});
