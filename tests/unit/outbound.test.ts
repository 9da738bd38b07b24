import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { publicAddress, RefusedAddress } from "#workers/outbound/address.ts";
import { fetchPublic } from "#workers/outbound/fetch-public.ts";

const PUBLIC = "93.184.216.34";
const page = (body: string, type = "text/html") => new Response(body, { headers: { "content-type": type } });

/** A world of names and answers; keeps what was asked. */
function world(answers: Record<string, () => Response>, names: Record<string, string[]> = {}) {
  const asked: string[] = [];
  return {
    asked,
    resolve: (host: string) => Promise.resolve(names[host] ?? [PUBLIC]),
    fetcher: (address: string) => {
      asked.push(address);
      return Promise.resolve(answers[address]?.() ?? new Response("", { status: 404 }));
    },
  };
}
const fetchIn = (address: string, { resolve, fetcher }: ReturnType<typeof world>) =>
  fetchPublic(address, { resolve, fetcher: fetcher as typeof fetch });

const file = referenceCorpus("ssrf", "must-refuse.json");
test.skipIf(!existsSync(file))(
  "no address of the outside collection is fetched, whatever its spelling (S-37)",
  async () => {
    const { typedHere, fromGuide } = JSON.parse(readFileSync(file, "utf8")) as {
      typedHere: string[];
      fromGuide: Record<string, string[]>;
    };
    for (const address of [...typedHere, ...Object.values(fromGuide).flat()]) {
      const inside = { ...world({}), resolve: () => Promise.resolve(["10.0.0.1"]) };
      await expect(fetchIn(address, inside), address).rejects.toThrow();
      expect(inside.asked, address).toEqual([]);
    }
  },
);

describe("an address", () => {
  test.each([
    "https://user@example.org/",
    "https://user:secret@example.org/",
    "ftp://example.org/",
    "//example.org/",
    "https://example.org:8080/",
    "https://intranet/",
    "https://printer.local/",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://10.0.0.1/",
    "http://169.254.169.254/",
    "http://metadata.google.internal/",
  ])("%s is not fetched", (address) => {
    expect(() => publicAddress(address)).toThrow(RefusedAddress);
  });

  test.each(["https://example.com/", "http://www.example.org:80/x", "https://пример.рф/", "http://8.8.8.8/"])(
    "%s of the public internet may be fetched",
    (address) => {
      expect(publicAddress(address).href).toBeTruthy();
    },
  );

  test("is refused when any of its name's addresses is private (S-38)", async () => {
    const mixed = world({}, { "two.example.com": [PUBLIC, "192.168.0.1"], "six.example.com": ["fd00::1"] });
    for (const host of ["two", "six"]) {
      await expect(fetchIn(`https://${host}.example.com/`, mixed)).rejects.toThrow(RefusedAddress);
    }
    expect(mixed.asked).toEqual([]);
  });
});

describe("a redirect (S-39)", () => {
  const to = (location: string) => () => new Response(null, { status: 302, headers: { location } });

  test.each(["http://127.0.0.1/", "file:///etc/passwd", "http://example.com/plain", "https://localhost/"])(
    "to %s is not followed",
    async (location) => {
      const there = world({ "https://example.com/": to(location) });
      await expect(fetchIn("https://example.com/", there)).rejects.toThrow(RefusedAddress);
      expect(there.asked).toEqual(["https://example.com/"]);
    },
  );

  test("is followed three times at most", async () => {
    const there = world(
      Object.fromEntries([0, 1, 2, 3, 4].map((n) => [`https://example.com/${n}`, to(`/${n + 1}`)])),
    );
    await expect(fetchIn("https://example.com/0", there)).rejects.toThrow("too many redirects");
    expect(there.asked).toHaveLength(4);
  });
});

describe("an answer (S-40)", () => {
  test("of another type, or larger than 5 MB, is not read", async () => {
    const there = world({
      "https://example.com/film": () => page("x", "video/mp4"),
      "https://example.com/big": () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
          }),
          { headers: { "content-type": "text/html" } },
        ),
    });
    await expect(fetchIn("https://example.com/film", there)).rejects.toThrow("video/mp4");
    await expect(fetchIn("https://example.com/big", there)).rejects.toThrow("larger than 5 MB");
  });

  test("comes with where it was found in the end", async () => {
    const there = world({
      "https://example.com/a": () => new Response(null, { status: 301, headers: { location: "/b" } }),
      "https://example.com/b": () => page("hello"),
    });
    const found = await fetchIn("https://example.com/a", there);
    expect(found.address).toBe("https://example.com/b");
    expect(new TextDecoder().decode(found.bytes)).toBe("hello");
  });
});
