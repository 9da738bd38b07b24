import { tenantDatabases, type TenantDatabase } from "#db/client.ts";

/** Names that an outsider gets for a row: in which database, which number, whose, and a proof that we have made it. */
export interface Named {
  database: TenantDatabase;
  /** Of the link. */
  n: number;
  /** The recipient's number in the broadcast; of a message that belongs to none, its id. */
  recipient: number | string;
  mac: Uint8Array;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = BigInt(DIGITS.length);
const SPELLING = /^[0-9A-Za-z]{10,40}$/;
const MAC_BYTES = 6;
/** A message's id (a UUID) follows the number that no recipient has. */
const NO_RECIPIENT = 0;
const ID_BYTES = 16;

const encoder = new TextEncoder();

/** Proves that a link was made for a recipient; 48 bits, under the link's own key. */
async function macOf(key: string, recipient: number | string): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", secret, encoder.encode(String(recipient)));
  return new Uint8Array(signed).slice(0, MAC_BYTES);
}

/** Letters and digits alone: messengers take other signs at an address's end for the sentence's. */
export async function codeOf(
  database: TenantDatabase,
  { n, key }: { n: number; key: string },
  recipient: number | string,
): Promise<string> {
  const bytes = [
    tenantDatabases.indexOf(database) + 1,
    ...varint(n),
    ...(typeof recipient === "number" ? varint(recipient) : [NO_RECIPIENT, ...idBytes(recipient)]),
    ...(await macOf(key, recipient)),
  ];
  return spelled(bytes);
}

/** Letters and digits of bytes as one number, which never begin with nought. */
function spelled(bytes: Iterable<number>): string {
  let rest = [...bytes].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let code = "";
  for (; rest > 0n; rest /= BASE) code = (DIGITS[Number(rest % BASE)] ?? "") + code;
  return code;
}

/** A code of a run's link begins with what no other begins with; behind the database, 128 random bits. */
const OF_RUN = "0";
const RANDOM_BYTES = 16;
const RANDOM_DIGITS = 22;

/** A new code of a link in what a run says: nobody finds another's by trying. */
export const newRunCode = (database: TenantDatabase): string =>
  OF_RUN +
  (DIGITS[tenantDatabases.indexOf(database)] ?? "") +
  spelled(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))).padStart(RANDOM_DIGITS, "0");

/** The database of a run's code; undefined for what is none. */
export const databaseOfRunCode = (code: string): TenantDatabase | undefined =>
  SPELLING.test(code) && code.length === RANDOM_DIGITS + 2 && code.startsWith(OF_RUN)
    ? tenantDatabases[DIGITS.indexOf(code[1] ?? "")]
    : undefined;

/** The names in a code, not yet believed; undefined for what is no code. */
export function readCode(code: string): Named | undefined {
  if (!SPELLING.test(code) || code.startsWith(OF_RUN)) return undefined;
  let number = [...code].reduce((sum, digit) => sum * BASE + BigInt(DIGITS.indexOf(digit)), 0n);
  const bytes: number[] = [];
  for (; number > 0n; number /= 256n) bytes.unshift(Number(number % 256n));
  const database = tenantDatabases[(bytes[0] ?? 0) - 1];
  const n = readVarint(bytes, 1);
  const recipient = n && readVarint(bytes, n.next);
  if (!database || !recipient) return undefined;
  const rest = bytes.slice(recipient.next);
  const isMessage = recipient.value === NO_RECIPIENT && rest.length === ID_BYTES + MAC_BYTES;
  if (!isMessage && rest.length !== MAC_BYTES) return undefined;
  return {
    database,
    n: n.value,
    recipient: isMessage ? uuidOf(rest.slice(0, ID_BYTES)) : recipient.value,
    mac: Uint8Array.from(rest.slice(-MAC_BYTES)),
  };
}

/** Whether a code was made for that link; in constant time. */
export async function isGenuine({ recipient, mac }: Named, key: string): Promise<boolean> {
  const made = await macOf(key, recipient);
  return made.reduce((differing, byte, at) => differing | (byte ^ (mac[at] ?? 0)), 0) === 0;
}

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");
const uuidOf = (bytes: readonly number[]): string =>
  Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

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
