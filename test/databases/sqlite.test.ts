import { proveCorpus } from "./prove-corpus.js";

await proveCorpus("sqlite");
