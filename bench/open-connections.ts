import { setTimeout as sleep } from "node:timers/promises";
import { send } from "./answers.js";
import { readOne } from "./operations.js";

const MAX_TRIES = 60;

/**
 * Makes a server open all its database connections. Repeats the requests until all succeed, because opening a
 * connection may take longer than a request waits for one.
 */
export async function openConnections(port: number, requests: number): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answers = await Promise.all(Array.from({ length: requests }, () => send(port, readOne)));
    if (answers.every(({ status }) => status === 200)) return;
    await sleep(1000);
  }
  throw new Error("A server does not come to answer all requests.");
}
