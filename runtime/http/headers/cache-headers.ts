import type { Response } from "express";
import { addHeaders, isListed, listedHeader } from "./header-list.js";

/** Keeps caches from giving one caller's answer to another. */
export function forThisCallerOnly(res: Response): void {
  if (isListed(res)) addHeaders(res, headers);
  else {
    res.setHeader("Cache-Control", "no-store");
    res.vary("Authorization");
  }
}

const headers = ["Cache-Control", "no-store", "Vary", "Authorization"];

/** Tells caches that the answer depends on a header of the request. */
export function varyBy(res: Response, name: string): void {
  if (isListed(res)) {
    const others = listedHeader(res, "Vary");
    addHeaders(res, ["Vary", others === undefined ? name : `${others}, ${name}`]);
  } else res.vary(name);
}
