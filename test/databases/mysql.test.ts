import { proveCorpus } from "./prove-corpus.js";

await proveCorpus("mysql");
