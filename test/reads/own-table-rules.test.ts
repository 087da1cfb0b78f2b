import { expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { everybody, field, plain } from "../conformance/fields.js";
import { useFresh } from "../schema/fresh.js";

/** MySQL (not MariaDB) rejects a write whose condition reads the table that it changes. */
await describeDialects("rules that refer to the table that is written", (target) => {
  const fresh = useFresh(target);
  it("rules that refer to the table that is written allow exactly the right writes", async () => {
    const boss = { targetEntityName: "person", resolvedEntityName: "theBoss", inverseName: "reports" };
    const rule = [{ role: "guest", where: "theBoss.name=anna" }];
    const person = plain(
      { name: field("string"), boss: field("int", { foreignKey: boss }) },
      { permissions: { ...everybody, update: rule, delete: rule } },
    );
    const all = (await fresh.start({ person })).repository("person");
    for (const record of [{ name: "anna" }, { name: "bob", boss: 1 }, { name: "cid", boss: 2 }])
      await all.create(record);
    const own = all.as({ userId: "1", roles: ["guest"] });
    await own.update(2, { name: "rob" });
    expect(await all.findById(2)).toMatchObject({ name: "rob" });
    await expect(own.update(3, { name: "x" })).rejects.toThrow("not allowed for this record");
    await expect(own.delete(3)).rejects.toThrow("not allowed for this record");
    await all.delete(3);
    await own.delete(2);
    expect(await all.findById(2)).toBeUndefined();
  });
});
