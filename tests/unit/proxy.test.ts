import { expect, test } from "vitest";
import { addressThrough } from "#workers/channels/proxy.ts";
import { problemsOfCredentials } from "#workers/contract/credentials.ts";
import { formOf, vendorCodes, vendorOf } from "#workers/contract/vendors.ts";

const vendor = "https://api.vendor.example/v1/messages?from=1";

test.each([
  [{}, vendor],
  [{ proxy: "" }, vendor],
  [{ proxy: "https://proxy.example.com" }, "https://proxy.example.com/api.vendor.example/v1/messages?from=1"],
  [
    { proxy: "https://proxy.example.com/out/" },
    "https://proxy.example.com/out/api.vendor.example/v1/messages?from=1",
  ],
])("with %j a vendor is called at %s", (settings, address) => {
  expect(addressThrough(settings, vendor)).toBe(address);
});

test.each([
  ["https://proxy.example.com", true],
  ["https://proxy.example.com:8443/out", true],
  ["", true],
  ["http://proxy.example.com", false],
  ["https://10.0.0.1", false],
  ["https://[::1]", false],
  ["https://localhost", false],
  ["https://db.internal", false],
  ["https://user:secret@proxy.example.com", false],
  ["https://proxy.example.com/?to=x", false],
  ["proxy.example.com", false],
])("as an outgoing proxy, %j is taken: %s", (proxy, isTaken) => {
  const airtel = vendorOf(vendorCodes.airtel);
  const fields = airtel && formOf(airtel, 4)?.fields;
  expect("proxy" in problemsOfCredentials(fields ?? [], { proxy })).toBe(!isTaken);
});
