import type { Response } from "express";
import { addHeaders, isListed } from "./header-list.js";

/** Keeps caches from giving one caller's answer to another. */
export function forThisCallerOnly(res: Response): void {
  if (isListed(res)) addHeaders(res, headers);
  else {
    res.setHeader("Cache-Control", "no-store");
    res.vary("Authorization");
  }
}

const headers = ["Cache-Control", "no-store", "Vary", "Authorization"];
