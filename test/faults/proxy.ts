import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { vi } from "vitest";
import { atEnd } from "../at-end.js";

/** What happens to a statement and to its connection. */
export type Fault =
  | /** It is not sent. */ "cut before"
  | /** It is done, and its answer is not sent. */ "cut after"
  | /** It is done, and only a part of its answer is sent. */ "cut within"
  | /** It is done, and the connection falls silent. */ "silent after"
  | /** It is sent later. */ "slow";

/** In milliseconds. */
const SLOWNESS = 10;

interface Pair {
  readonly client: net.Socket;
  readonly server: net.Socket;
}

/** A proxy to a server, which can inject faults. It closes at the end of the test. */
export class Proxy {
  readonly #listener: net.Server;
  #target: { readonly host: string; readonly port: number };
  readonly #pairs = new Set<Pair>();
  #trap: { readonly isMet: (bytes: Buffer) => boolean; readonly fault: Fault } | undefined;
  #disturb: () => Fault | undefined = () => undefined;
  #isRefusing = false;
  #isSilent = false;
  #attempts = 0;

  private constructor(host: string, port: number) {
    this.#target = { host, port };
    this.#listener = net.createServer((client) => {
      this.#join(client);
    });
  }

  static async to(host: string, port: number): Promise<Proxy> {
    const proxy = new Proxy(host, port);
    proxy.#listener.listen(0, "127.0.0.1");
    await once(proxy.#listener, "listening");
    atEnd(() => proxy.close());
    return proxy;
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** How many connections are open. */
  get count(): number {
    return this.#pairs.size;
  }

  /** How many connections were requested. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Applies the fault that the function returns to each statement. */
  disturb(disturb: () => Fault | undefined): void {
    this.#disturb = disturb;
  }

  /** Breaks the next connection on which a statement with this text in its SQL or its values is sent. */
  breakOn(text: string, fault: Fault): void {
    this.breakWhere((bytes) => bytes.includes(text) || bytes.includes(text, 0, "utf16le"), fault);
  }

  /** Breaks the next connection on which matching bytes are sent. */
  breakWhere(isMet: (bytes: Buffer) => boolean, fault: Fault): void {
    this.#trap = { isMet, fault };
  }

  /** Whether the fault of `breakOn` or `breakWhere` has happened. */
  get hasBroken(): boolean {
    return this.#trap === undefined;
  }

  /** Cuts all connections, and new ones at once. */
  refuse(): void {
    this.#isRefusing = true;
    for (const { client, server } of this.#pairs) {
      client.destroy();
      server.destroy();
    }
  }

  /** From now on, connects to another server on this machine. */
  redirect(port: number): void {
    this.#target = { ...this.#target, port };
  }

  /** Forwards nothing more, and closes no connection. */
  fallSilent(): void {
    this.#isSilent = true;
  }

  /** Ends the faults. Connections that have been silent stay silent. */
  recover(): void {
    this.#isRefusing = false;
    this.#isSilent = false;
    this.#disturb = () => undefined;
  }

  /** Waits until this number of connections is open. */
  async waitForCount(count: number): Promise<void> {
    await vi.waitUntil(() => this.#pairs.size === count, { timeout: 60_000 });
  }

  async close(): Promise<void> {
    if (!this.#listener.listening) return;
    this.refuse();
    this.#listener.close();
    await once(this.#listener, "close");
  }

  #join(client: net.Socket): void {
    this.#attempts++;
    if (this.#isRefusing) {
      client.destroy();
      return;
    }
    const server = net.connect(this.#target);
    const pair = { client, server };
    this.#pairs.add(pair);
    let isDeaf = false;
    let cutNext: Fault | undefined;
    for (const socket of [client, server]) socket.on("error", () => undefined);
    client.on("close", () => {
      server.destroy();
      this.#pairs.delete(pair);
    });
    server.on("close", () => {
      if (!isDeaf && !this.#isSilent) client.destroy();
    });
    client.on("data", (bytes) => {
      if (isDeaf || this.#isSilent) return;
      const fault = this.#springTrap(bytes) ?? this.#disturb();
      if (fault === "cut before") {
        client.destroy();
        return;
      }
      if (fault === "cut after" || fault === "cut within") cutNext = fault;
      if (fault === "silent after") isDeaf = true;
      if (fault !== "slow") {
        server.write(bytes);
        return;
      }
      client.pause();
      setTimeout(() => {
        server.write(bytes);
        client.resume();
      }, SLOWNESS);
    });
    server.on("data", (bytes) => {
      if (cutNext === "cut within") client.write(bytes.subarray(0, bytes.length / 2));
      if (cutNext !== undefined) client.destroySoon();
      else if (!isDeaf && !this.#isSilent) client.write(bytes);
    });
  }

  #springTrap(bytes: Buffer): Fault | undefined {
    const trap = this.#trap;
    if (trap === undefined || !trap.isMet(bytes)) return undefined;
    this.#trap = undefined;
    return trap.fault;
  }
}
