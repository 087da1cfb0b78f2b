import { setTimeout as sleep } from "node:timers/promises";

export async function until(check: () => Promise<boolean>, patience = 60_000): Promise<void> {
  const begin = Date.now();
  while (!(await check())) {
    if (Date.now() - begin > patience) throw new Error(`Not after ${patience} ms.`);
    await sleep(20);
  }
}
