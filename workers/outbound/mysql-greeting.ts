import { publicAddress, isPublicIp, RefusedAddress } from "./address.ts";
import type { Resolve } from "./resolve.ts";

/** Opens a connection; a Worker's own is in connect-tcp.ts. */
export type Connect = (address: { hostname: string; port: number }) => {
  readable: ReadableStream<Uint8Array>;
  close(): Promise<void>;
};

export type Greeting =
  | { kind: "mysql"; version: string }
  | { kind: "refused"; why: string }
  | { kind: "other" };

const MOST_MS = 10_000;
const MOST_BYTES = 1_024;

export interface GreetOptions {
  resolve: Resolve;
  connect: Connect;
  allowPrivate?: boolean;
  milliseconds?: number;
}

/**
 * Reads what a database's port says first, for MySQL its version; sends nothing, and connects to the very address that
 * was checked. Throws RefusedAddress for a host that is not public, other errors when nothing answers in time.
 */
export async function mysqlGreeting(
  { host, port }: { host: string; port: number },
  { resolve, connect, allowPrivate = false, milliseconds = MOST_MS }: GreetOptions,
): Promise<Greeting> {
  const hostname = allowPrivate ? host : await publicIpOf(host, resolve);
  const socket = connect({ hostname, port });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException("took too long", "TimeoutError")), milliseconds);
  });
  try {
    return greetingOf(await Promise.race([firstPacket(socket.readable), late]));
  } finally {
    clearTimeout(timer);
    await socket.close().catch(() => {});
  }
}

async function publicIpOf(host: string, resolve: Resolve): Promise<string> {
  const { hostname } = publicAddress(`https://${host}/`);
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isPublicIp(bare)) return bare;
  const addresses = await resolve(bare);
  const [first] = addresses;
  if (first === undefined) throw new RefusedAddress("the name has no address");
  if (!addresses.every(isPublicIp)) throw new RefusedAddress("the name leads to a private address");
  return first;
}

/** As many bytes as the first packet has, or what came before the other side hung up. */
async function firstPacket(readable: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  let read = new Uint8Array();
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return read;
      const longer = new Uint8Array(read.length + value.length);
      longer.set(read);
      longer.set(value, read.length);
      read = longer;
      if (read.length >= MOST_BYTES || (read.length >= 4 && read.length >= 4 + lengthOf(read))) return read;
    }
  } finally {
    reader.releaseLock();
  }
}

/** A packet begins with its length in three bytes and its number in one (MySQL, "Protocol Basics"). */
const lengthOf = (packet: Uint8Array): number =>
  (packet[0] ?? 0) | ((packet[1] ?? 0) << 8) | ((packet[2] ?? 0) << 16);

/** Protocol 10 is said by every server since MySQL 3.21; 255 is an error, its number in two bytes. */
function greetingOf(packet: Uint8Array): Greeting {
  const body = packet.subarray(4, 4 + lengthOf(packet));
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replace(/[^\x20-\x7e]+/g, " ");
  if (packet[3] !== 0 || body.length < 2) return { kind: "other" };
  if (body[0] === 0xff) return { kind: "refused", why: text(body.subarray(3)).slice(0, 200) };
  const end = body.indexOf(0);
  if (body[0] !== 10 || end < 2) return { kind: "other" };
  return { kind: "mysql", version: text(body.subarray(1, end)).slice(0, 60) };
}
