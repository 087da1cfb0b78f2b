import { describe, expect, it } from "vitest";
import { guest } from "../../runtime/access/caller.js";
import { hashKey } from "../../runtime/write/steps/idempotent-create.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { useServed, type Served } from "./served.js";
import { wordsOf } from "./words.js";

const MARK = "the one that is lost";

await describeDialects("creates with a key", (dialect) => {
  const speech = wordsOf(dialect);
  if (speech === undefined) return;
  const serve = useServed(dialect);
  const options = { body: { title: MARK }, idempotencyKey: "k", prefer: "return=representation" };

  async function stored({ database }: Served): Promise<number> {
    const [row] = await database.run([`select count(*) as found from thing where title = '${MARK}'`]);
    return Number(row?.["found"]);
  }

  /** Expires the claims of creates that have not ended, as if their time limit had passed. */
  async function endClaims({ database }: Served): Promise<void> {
    await database.run(["update data_api_idempotency set expiresat = '2001-01-01' where answer is null"]);
  }

  it("a create with a key whose commit arrived before its answer was cut off is recognized when it is repeated", async () => {
    const served = await serve();
    served.proxy.breakWhere(speech.isCommit, "cut after");
    expectProblem(await served.send("POST", "thing", options), "outcome-unknown");
    expect(served.proxy.hasBroken).toBe(true);
    const repeated = await served.send("POST", "thing", options);
    expect(repeated.status).toBe(201);
    expect(repeated.json).toMatchObject({ title: MARK });
    expect(await stored(served)).toBe(1);
    expect((await served.send("POST", "thing", options)).text).toBe(repeated.text);
  });

  it("a create with a key whose commit was lost is done when it is repeated after its claim has expired", async () => {
    const served = await serve();
    served.proxy.breakWhere(speech.isCommit, "cut before");
    expectProblem(await served.send("POST", "thing", options), "outcome-unknown");
    expect(served.proxy.hasBroken).toBe(true);
    expectProblem(await served.send("POST", "thing", options), "request-running");
    expect(await stored(served)).toBe(0);
    await endClaims(served);
    const repeated = await served.send("POST", "thing", options);
    expect(repeated.status).toBe(201);
    expect((await served.send("POST", "thing", options)).text).toBe(repeated.text);
    expect(await stored(served)).toBe(1);
  });

  describe.each(["cut before", "cut after"] as const)("that are %s", (fault) => {
    it("a create that loses its connection while claiming its key finds its own claim, and goes on", async () => {
      const served = await serve();
      const keyHash = hashKey("k", { name: "thing" }, guest);
      served.proxy.breakOn(keyHash, fault);
      const reply = await served.send("POST", "thing", options);
      expect(served.proxy.hasBroken).toBe(true);
      expect(reply.status).toBe(201);
      expect(await stored(served)).toBe(1);
      expect((await served.send("POST", "thing", options)).text).toBe(reply.text);
    });

    it("a create with a key that loses its connection while adding the record is retried", async () => {
      const served = await serve();
      served.proxy.breakOn(MARK, fault);
      const reply = await served.send("POST", "thing", options);
      expect(served.proxy.hasBroken).toBe(true);
      expect(reply.status).toBe(201);
      expect(await stored(served)).toBe(1);
    });
  });

  it("a create with a key leaves no claim behind if the database is unavailable", async () => {
    const served = await serve();
    served.proxy.refuse();
    expectProblem(await served.send("POST", "thing", options), "database-unavailable");
    served.proxy.recover();
    expect((await served.send("POST", "thing", options)).status).toBe(201);
    expect(await stored(served)).toBe(1);
  });
});
