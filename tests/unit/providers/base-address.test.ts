import { expect, test } from "vitest";
import { allowedBaseUrl } from "#workers/domain/providers/base-address.ts";

test("a public https address is kept without a slash at its end", () => {
  expect(allowedBaseUrl("https://api.openai.com/v1/")).toBe("https://api.openai.com/v1");
  expect(allowedBaseUrl("https://models.example.com")).toBe("https://models.example.com");
  expect(allowedBaseUrl("https://93.184.216.34/v1")).toBe("https://93.184.216.34/v1");
});

const refused = [
  "http://api.openai.com/v1",
  "https://api.openai.com:8443/v1",
  "https://user:secret@api.openai.com/v1",
  "https://api.openai.com/v1?to=https://example.com",
  "https://api.openai.com/v1#x",
  "ftp://api.openai.com",
  "file:///etc/passwd",
  "gopher://example.com",
  "javascript:alert(1)",
  "//api.openai.com",
  "api.openai.com",
  "",
  "https://",
  "https://api.openai.com\\@127.0.0.1/",
  ...[
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "127.0.0.1.",
    "１２７.0.0.1",
    "0",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[ff02::1]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "api.localhost",
    "printer.local",
    "metadata.google.internal",
    "db.internal",
    "router.lan",
    "router.home.arpa",
    "intranet",
    "ⓛocalhost",
  ].map((host) => `https://${host}/v1`),
];

test.each(refused)("%s is no address of a provider (S-37)", (address) => {
  expect(allowedBaseUrl(address)).toBeUndefined();
});

test("a local mode allows this very machine and no other of its network", () => {
  const allowLocal = true;
  for (const address of ["http://127.0.0.1:11434/v1", "http://localhost:8080", "http://[::1]:1234/v1"]) {
    expect(allowedBaseUrl(address, { allowLocal })).toBe(address);
  }
  for (const address of ["http://192.168.1.1/v1", "http://example.com/v1", "https://10.0.0.1/v1"]) {
    expect(allowedBaseUrl(address, { allowLocal })).toBeUndefined();
  }
});
