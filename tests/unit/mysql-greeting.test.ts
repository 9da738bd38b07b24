import { createServer, type AddressInfo, connect as connectNode } from "node:net";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { type Connect, mysqlGreeting } from "#workers/outbound/mysql-greeting.ts";
import { signedHeaders } from "#workers/outbound/standard-webhooks.ts";

/** Starts a server that sends these bytes on connect; returns the outcome of asking it. */
async function greetedWith(said: Buffer | null, { hangUp = true } = {}) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    if (said) socket.write(said);
    if (hangUp) socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const connect: Connect = ({ hostname, port: to }) => {
    const socket = connectNode({ host: hostname, port: to });
    return {
      readable: Readable.toWeb(socket) as unknown as ReadableStream<Uint8Array>,
      close: async () => void socket.destroy(),
    };
  };
  try {
    return await mysqlGreeting(
      { host: "127.0.0.1", port },
      { connect, resolve: async () => [], allowPrivate: true, milliseconds: 300 },
    );
  } finally {
    server.close();
  }
}

const packet = (...parts: (string | number[])[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as never)));
  return Buffer.concat([Buffer.from([body.length & 0xff, body.length >> 8, 0, 0]), body]);
};

describe("a database that is tried", () => {
  test("is known by its greeting, whose version is told", async () => {
    expect(await greetedWith(packet([10], "8.4.3-log", [0, 1, 2, 3, 4, 0]))).toEqual({
      kind: "mysql",
      version: "8.4.3-log",
    });
  });

  test("may refuse us in its own words, which are made harmless", async () => {
    expect(await greetedWith(packet([0xff, 0x6a, 0x04], "Host is not\r\nallowed"))).toEqual({
      kind: "refused",
      why: "Host is not allowed",
    });
  });

  test("is none when something else answers, or says half a packet", async () => {
    expect(await greetedWith(Buffer.from("SSH-2.0-OpenSSH_9.6\r\n"))).toEqual({ kind: "other" });
    expect(await greetedWith(Buffer.from([80, 0, 0, 0, 10]))).toEqual({ kind: "other" });
    expect(await greetedWith(Buffer.alloc(5_000, 65))).toEqual({ kind: "other" });
  });

  test("that says nothing is not waited for", async () => {
    await expect(greetedWith(null, { hangUp: false })).rejects.toThrow("took too long");
  });

  test("is connected to at the address that was checked, and not at all when any of its addresses is private (S-38)", async () => {
    const asked: string[] = [];
    const connect: Connect = ({ hostname }) => {
      asked.push(hostname);
      return { readable: new Response("").body as ReadableStream<Uint8Array>, close: async () => {} };
    };
    const greet = (host: string, addresses: string[]) =>
      mysqlGreeting({ host, port: 3306 }, { connect, resolve: async () => addresses });
    for (const addresses of [[], ["10.0.0.1"], ["93.184.216.34", "fd00::1"]]) {
      await expect(greet("db.company.com", addresses)).rejects.toThrow();
    }
    for (const host of ["127.0.0.1", "localhost", "db.internal", "169.254.169.254"]) {
      await expect(greet(host, ["93.184.216.34"])).rejects.toThrow();
    }
    expect(asked).toEqual([]);
    await greet("db.company.com", ["93.184.216.34"]);
    expect(asked).toEqual(["93.184.216.34"]);
  });
});

test("a webhook is signed as the standard's own example says (Standard Webhooks)", () => {
  expect(
    signedHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      at: 1_614_265_330_000,
      body: '{"test": 2432232314}',
    })["webhook-signature"],
  ).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});
