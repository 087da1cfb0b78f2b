import { timingSafeEqual } from "node:crypto";

/** Whether two texts are the same. The time taken reveals nothing but whether their lengths are. */
export function isSameSecret(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
