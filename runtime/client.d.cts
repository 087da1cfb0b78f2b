// Written by hand, naming the types of the ES module, so that values of both module systems are assignable to each other.
import type * as client from "./client.js" with { "resolution-mode": "import" };

export type * from "./client.js" with { "resolution-mode": "import" };
export declare const batch: typeof client.batch;
export declare const call: typeof client.call;
export declare const callToRead: typeof client.callToRead;
export declare const changes: typeof client.changes;
export declare const createClient: typeof client.createClient;
export declare const entityOf: typeof client.entityOf;
export declare const live: typeof client.live;
export declare const refer: typeof client.refer;
export declare const tagOf: typeof client.tagOf;
export declare const withPositions: typeof client.withPositions;
export declare const ClientError: typeof client.ClientError;
export type ClientError = client.ClientError;
