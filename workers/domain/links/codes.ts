import { tenantDatabases, type TenantDatabase } from "#db/client.ts";

/** Names that an outsider gets for a row: in which database, which number, whose, and a proof that we have made it. */
export interface Named {
  database: TenantDatabase;
  /** Of the link. */
  n: number;
  /** The recipient's number in the broadcast. */
  recipient: number;
  mac: Uint8Array;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = BigInt(DIGITS.length);
const SPELLING = /^[0-9A-Za-z]{10,32}$/;
const MAC_BYTES = 6;

const encoder = new TextEncoder();

/** Proves that a link was made for a recipient; 48 bits, under the link's own key. */
async function macOf(key: string, recipient: number): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", secret, encoder.encode(String(recipient)));
  return new Uint8Array(signed).slice(0, MAC_BYTES);
}

/** Letters and digits alone: messengers take other signs at an address's end for the sentence's. */
export async function codeOf(
  database: TenantDatabase,
  { n, key }: { n: number; key: string },
  recipient: number,
): Promise<string> {
  const bytes = [
    tenantDatabases.indexOf(database) + 1,
    ...varint(n),
    ...varint(recipient),
    ...(await macOf(key, recipient)),
  ];
  let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let code = "";
  for (; rest > 0n; rest /= BASE) code = (DIGITS[Number(rest % BASE)] ?? "") + code;
  return code;
}

/** The names in a code, not yet believed; undefined for what is no code. */
export function readCode(code: string): Named | undefined {
  if (!SPELLING.test(code)) return undefined;
  let rest = [...code].reduce((sum, digit) => sum * BASE + BigInt(DIGITS.indexOf(digit)), 0n);
  const bytes: number[] = [];
  for (; rest > 0n; rest /= 256n) bytes.unshift(Number(rest % 256n));
  const database = tenantDatabases[(bytes[0] ?? 0) - 1];
  const n = readVarint(bytes, 1);
  const recipient = n && readVarint(bytes, n.next);
  if (!database || !recipient || bytes.length !== recipient.next + MAC_BYTES) return undefined;
  return {
    database,
    n: n.value,
    recipient: recipient.value,
    mac: Uint8Array.from(bytes.slice(recipient.next)),
  };
}

/** Whether a code was made for that link; in constant time. */
export async function isGenuine({ recipient, mac }: Named, key: string): Promise<boolean> {
  const made = await macOf(key, recipient);
  return made.reduce((differing, byte, at) => differing | (byte ^ (mac[at] ?? 0)), 0) === 0;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

function readVarint(bytes: readonly number[], from: number): { value: number; next: number } | undefined {
  let value = 0;
  for (let at = from; at < Math.min(bytes.length, from + 6); at++) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * 128 ** (at - from);
    if (byte < 128) return { value, next: at + 1 };
  }
  return undefined;
}
