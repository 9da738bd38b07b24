import { createHash } from "node:crypto";
import type { Sum } from "#workers/contract/moving.ts";
import type { Cell } from "../backups/page.ts";

const MODULUS = 1n << 128n;
const HEX = 32;

export const nothing: Sum = { rows: 0, sum: "" };

/** Adds rows to a sum of their hashes, which is the same in whatever order they come. */
export function adding({ rows, sum }: Sum, more: readonly Cell[][]): Sum {
  let total = BigInt(`0x${sum || "0"}`);
  for (const row of more) {
    const hash = createHash("sha256").update(JSON.stringify(row)).digest("hex");
    total = (total + BigInt(`0x${hash.slice(0, HEX)}`)) % MODULUS;
  }
  return { rows: rows + more.length, sum: total.toString(16) };
}

export const isSame = (one: Sum, other: Sum): boolean =>
  one.rows === other.rows && (one.sum || "0") === (other.sum || "0");
