import { describe, expect, test } from "vitest";
import { allChannelTypes } from "#workers/contract/channel-types.ts";
import {
  type CredentialField,
  inputType,
  isSecret,
  normalised,
  problemOf,
  problemsOfCredentials,
} from "#workers/contract/credentials.ts";
import {
  formOf,
  offeredVendors,
  vendorOf,
  vendors,
  webhookPath,
  webhookUrlOf,
} from "#workers/contract/vendors.ts";

const field = (more: Partial<CredentialField> = {}): CredentialField => ({
  name: "f",
  label: "F",
  kind: "alphaNumeric",
  required: true,
  message: "F is required",
  ...more,
});
const mobile = field({ rule: "mobile" });

describe("the contact number pattern of the specification", () => {
  test.each([
    ["9876543210", "9876543210"],
    ["+919876543210", "919876543210"],
    ["00919876543210", "919876543210"],
    ["0919876543210", "919876543210"],
    ["+91-9876543210", "919876543210"],
    ["+91 09876543210", "919876543210"],
    ["19876543210", "19876543210"],
    ["09876543210", "9876543210"],
    ["9123456789", "9123456789"],
    ["9876543210  ", "9876543210"],
  ])("%j fits, and is kept as %s", (given, kept) => {
    expect(problemOf(mobile, given)).toBeUndefined();
    expect(normalised(mobile, given)).toBe(kept);
  });

  test.each([
    "987654321",
    "98765432100",
    "+449876543210",
    "91--9876543210",
    "12-34",
    "+91 987 654 3210",
    "abc",
  ])("%j does not", (given) => {
    expect(problemOf(mobile, given)).toBe("Invalid number format");
  });

  test("every number whose country is another one fits Meta's own channels", () => {
    const meta = field({ rule: "international" });
    expect(problemOf(meta, "+4915112345678")).toBeUndefined();
    expect(normalised(meta, "+4915112345678")).toBe("4915112345678");
    for (const wrong of ["0151", "+0123456789", "1234567890123456", "+49 151"]) {
      expect(problemOf(meta, wrong)).toBe("Invalid number format");
    }
  });
});

describe("a field described as data", () => {
  test.each([
    ["alphaNumeric", "text"],
    ["email", "email"],
    ["numeric", "number"],
    ["password", "text"],
    ["choice", "text"],
  ] as const)("of kind %s is an input of type %s", (kind, type) => {
    expect(inputType(kind)).toBe(type);
  });

  test.each<[string, Partial<CredentialField>, string, string | undefined]>([
    ["required and empty", {}, "", "F is required"],
    ["required and only spaces", {}, "  ", "F is required"],
    ["optional and empty", { required: false }, "", undefined],
    ["optional and only spaces", { required: false }, "  ", "This cannot be only spaces."],
    ["beginning with a space", {}, " a", "Remove the space at the beginning."],
    ["beginning with a no-break space", {}, "\u00A0a", "Remove the space at the beginning."],
    ["broken into lines", {}, "a\nb", "Remove the line break."],
    ["too long", {}, "x".repeat(251), "Use at most 250 characters."],
    ["a long secret", { kind: "password" }, "x".repeat(4_000), undefined],
    ["no mail address", { kind: "email" }, "a@b", "Please enter a valid email address"],
    ["a mail address", { kind: "email" }, "a@b.co", undefined],
    ["no digits", { kind: "numeric" }, "1e5", "Enter digits only."],
    ["digits", { kind: "numeric" }, "0012", undefined],
    ["not offered", { kind: "choice", choices: [{ value: "0", label: "Zero" }] }, "1", "F is required"],
    ["offered", { kind: "choice", choices: [{ value: "0", label: "Zero" }] }, "0", undefined],
  ])("is judged when it is %s", (_, more, value, problem) => {
    expect(problemOf(field(more), value)).toBe(problem);
  });

  test("may be left empty while its secret is stored, and only then", () => {
    const fields = [field({ name: "key", kind: "password" }), field({ name: "id" })];
    expect(problemsOfCredentials(fields, {}, ["key"])).toEqual({ id: "F is required" });
    expect(problemsOfCredentials(fields, { key: " " }, ["key"])).toHaveProperty("key");
    expect(
      Object.keys(problemsOfCredentials(fields, JSON.parse('{"__proto__":{"id":"x"}}') as never)),
    ).toEqual(["key", "id"]);
  });
});

describe("the matrix of vendors and channels", () => {
  /** platform-shell.md 3 and 3.1, copied by hand. */
  const MATRIX: Record<string, number[]> = {
    "Karix RCM": [4, 10, 0],
    SAP365: [5],
    Kaleyra: [4],
    Airtel: [4, 10],
    Sinch: [5, 4],
    Mailchimp: [1],
    MCMI: [6, 4, 3, 9, 11, 12],
    VI: [10],
    NGN: [0],
    TTBS: [0],
  };
  const CODES = {
    Karix: 0,
    "Karix RCM": 1,
    SAP365: 4,
    Kaleyra: 5,
    Sinch: 6,
    "Route Mobile": 7,
    MCMI: 8,
    Airtel: 9,
    Mailchimp: 10,
    VI: 11,
    NGN: 12,
    TTBS: 13,
  };
  const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

  test("is the specification's, and so are the codes", () => {
    expect(ascending(allChannelTypes)).toEqual([0, 1, 3, 4, 5, 6, 9, 10, 11, 12]);
    for (const [name, code] of Object.entries(CODES)) expect(vendorOf(code)?.name).toBe(name);
    for (const [name, types] of Object.entries(MATRIX)) {
      const found = vendors.find((vendor) => vendor.name === name);
      expect(ascending(found?.forms.flatMap((form) => form.types) ?? []), name).toEqual(ascending(types));
    }
  });

  test.each<[number, number, string]>([
    [0, 4, "username password contactId"],
    [1, 4, "environment accKey contactId wabaId? webhookId? proxy?"],
    [1, 0, "accKey sender entityId? templateId? proxy?"],
    [5, 4, "apiKey sid contactId wabaId?"],
    [7, 4, "username password contactId"],
    [4, 5, "accountName accKey contactId"],
    [6, 4, "appId projectId keyId keySecret region contactId"],
    [8, 11, "authKey contactId baseUrl?"],
    [8, 9, "authKey contactId baseUrl?"],
    [8, 6, "authKey contactId baseUrl?"],
    [9, 4, "username password customerId contactId businessId proxy?"],
    [9, 10, "customerId agentId subAccountId accKey? proxy?"],
    [11, 10, "clientId clientSecret contactId"],
    [10, 1, "fromEmail authKey subAccount fromName webhookKey?"],
    [12, 0, "accKey sender baseUrl? entityId? templateId?"],
    [13, 0, "user pswd sender PE_ID templateId?"],
  ])("vendor %i asks for channel type %i these fields: %s", (code, type, names) => {
    const vendor = vendorOf(code);
    const fields = vendor && formOf(vendor, type)?.fields;
    expect(fields?.map(({ name, required }) => (required ? name : `${name}?`)).join(" ")).toBe(names);
  });

  test.each([
    ["https://sms.ngn.example/base", undefined],
    ["", undefined],
    ["http://sms.ngn.example", "Enter the https address of the vendor's server"],
    ["https://10.0.0.1", "Enter the https address of the vendor's server"],
  ])("NGN's server at %j: %s", (baseUrl, problem) => {
    const ngn = vendorOf(12);
    const fields = (ngn && formOf(ngn, 0)?.fields) ?? [];
    const found = problemsOfCredentials(fields, { accKey: "k", sender: "LUCKYN", baseUrl })["baseUrl"];
    expect(found?.slice(0, problem?.length)).toBe(problem);
  });

  test("what gives access is a secret, and a form's contact is one of its fields", () => {
    for (const { name, forms } of vendors) {
      for (const form of forms) {
        const open = form.fields.filter((each) => !isSecret(each)).map((each) => each.name);
        expect(
          open.filter((each) => /pass|pswd|secret|token|key$/i.test(each)),
          name,
        ).toEqual([]);
        if (form.contact) expect(open).toContain(form.contact);
      }
    }
  });

  test("no two vendors share a code or a part of an address", () => {
    expect(new Set(vendors.map(({ code }) => code)).size).toBe(vendors.length);
    expect(new Set(vendors.map(({ slug }) => slug)).size).toBe(vendors.length);
  });

  test("a deployment's list names vendors by code or address, in any case; none means all", () => {
    expect(
      offeredVendors(" 10, Simulator")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["Mailchimp", "Simulator"]);
    expect(offeredVendors("")).toBe(vendors);
    expect(offeredVendors(undefined)).toBe(vendors);
    expect(offeredVendors("nobody")).toEqual([]);
  });

  test("only the address of an unsigned vendor holds the secret", () => {
    const channel = { id: "c1", webhookToken: "t0ken" };
    const pathOf = (code: number) => webhookPath(vendorOf(code) as never, channel);
    expect([pathOf(5), pathOf(92), pathOf(93)]).toEqual([
      "/webhooks/kaleyra/c1?token=t0ken",
      "/webhooks/whatsapp-cloud/c1",
      "/webhooks/telegram/c1",
    ]);
  });

  test("a vendor is told its whole address, and one that never calls is told none", () => {
    const told = (code: number) =>
      webhookUrlOf(code, { id: "c1", webhookToken: "t0ken" }, "https://hooks.example.com");
    expect(told(13)).toBe("https://hooks.example.com/api/webhooks/ttbs/c1?token=t0ken");
    expect([told(90), told(77)]).toEqual([undefined, undefined]);
  });
});
