import type { Response } from "express";

/** Keeps caches from giving one caller's answer to another. */
export function forThisCallerOnly(res: Response): void {
  res.setHeader("Cache-Control", "no-store");
  res.vary("Authorization");
}
