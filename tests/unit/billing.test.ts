import { array, assert, boolean, constantFrom, integer, property, record } from "fast-check";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test, vi } from "vitest";
import { everyDay } from "#app/routes/billing/days-of.ts";
import { limitText } from "#app/routes/billing/limit-text.ts";
import { detailFields, isGstin } from "#workers/contract/billing/details.ts";
import { forecastOf, levelsOf } from "#workers/contract/billing/forecast.ts";
import {
  amountOf,
  moneyText,
  noDetails,
  numberOf,
  type PlanTerms,
  priceText,
  sumOf,
  taxesOf,
} from "#workers/contract/billing/money.ts";
import {
  dayOf,
  daysOf,
  monthName,
  monthOf,
  type UsageKind,
  usageKindNames,
  usageKinds,
} from "#workers/contract/billing/usage.ts";
import { type InvoiceRow, invoiceCsv, invoicePdf } from "#workers/domain/billing/document.ts";
import { linesOf } from "#workers/domain/billing/issue.ts";
import { platformGateway } from "#workers/domain/billing/platform.ts";
import { spentByDay, spentByPart } from "#workers/domain/dashboards/spent.ts";

test("the chart of a month has each of its days, those without use at nothing, and none to come", () => {
  const counted = [{ day: "2026-11-03", count: 7 }];
  const inMonth = everyDay("2026-11", counted, Date.UTC(2026, 10, 5, 23));
  expect(inMonth.map(({ count }) => count)).toEqual([0, 0, 7, 0, 0]);
  const over = everyDay("2026-11", counted, Date.UTC(2026, 11, 5));
  expect([over.length, over[0]?.day, over.at(-1)]).toEqual([
    30,
    "2026-11-01",
    { day: "2026-11-30", count: 0 },
  ]);
});

test("a soft limit is printed as well as a hard one", () => {
  expect(limitText({ at: 1_000, isHard: true })).toContain("Hard limit 1,000");
  expect(limitText({ at: 1_000, isHard: false })).toContain("Soft limit 1,000");
});

test("keys of the platform go to the real gateway, or to one that is played on this machine, and nowhere else", async () => {
  const called: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    called.push(new URL(address).origin);
    return Response.json({ payment_links: [] });
  });
  try {
    const env = { PAYMENT_KEY_ID: "k", PAYMENT_SECRET: "s" };
    for (const url of [
      "",
      "http://127.0.0.1:8899",
      "https://razorpay.example",
      "http://127.0.0.1.example",
      "nonsense",
    ])
      await platformGateway({ ...env, PAYMENT_GATEWAY_URL: url })?.check();
    const real = "https://api.razorpay.com";
    expect(called).toEqual([real, "http://127.0.0.1:8899", real, real, real]);
    expect(platformGateway({ ...env, PAYMENT_SECRET: "" })).toBeUndefined();
  } finally {
    vi.unstubAllGlobals();
  }
});

const NOVEMBER = 2026 * 12 + 10;
const seller = {
  name: "Chatbird Ltd",
  address: "1 Road\nPune",
  taxId: "27AAPFU0939F1ZV",
  state: "27",
  taxRate: 1_800,
};

/** Compares without the cost of a report: it is asked some hundred thousand times. */
function same<Value>(is: Value, should: Value): void {
  if (is !== should) throw new Error(`${String(is)} is not ${String(should)}`);
}

/** Plain fractions in one place: what a month owes, by sums of its rows, without the product's functions. */
const owed = (
  count: number,
  { price, included }: { price: number; included: number },
  per: number,
): bigint => {
  const over = BigInt(Math.max(0, count - included));
  const [top, bottom] = [over * BigInt(price) * 100n, 1_000_000n * BigInt(per)];
  const [whole, rest] = [top / bottom, top % bottom];
  return rest * 2n >= bottom ? whole + 1n : whole;
};

const months = record({
  days: array(
    record({
      kind: constantFrom(...usageKindNames),
      day: integer({ min: 0, max: 29 }),
      count: integer({ min: 0, max: 5_000_000 }),
      isLate: boolean(),
    }),
    { maxLength: 40 },
  ),
  prices: array(integer({ min: 0, max: 9_999_999 }), { minLength: 7, maxLength: 7 }),
  included: array(integer({ min: 0, max: 4_000_000 }), { minLength: 7, maxLength: 7 }),
  base: integer({ min: 0, max: 10_000_000 }),
  state: constantFrom("", "27", "29"),
});

describe("an invoice", () => {
  test("is what the rows of its month come to, to the paisa, also where some were counted late (10,000 random months)", () => {
    let late = 0;
    assert(
      property(months, ({ days, prices, included, base, state }) => {
        const terms = Object.fromEntries(
          usageKindNames.map((kind, at) => [
            kind,
            { price: prices[at] ?? 0, included: included[at] ?? 0, limit: null },
          ]),
        ) as PlanTerms;
        const plan = { id: "p", name: "P", currency: "INR", base, terms };
        const sumBy = (isCounted: (isLate: boolean) => boolean) => (kind: UsageKind) =>
          days
            .filter((each) => each.kind === kind && isCounted(each.isLate))
            .reduce((sum, { count }) => sum + count, 0);
        const [first, all] = [sumBy((isLate) => !isLate), sumBy(() => true)];
        const begunOn = daysOf(NOVEMBER).from - 100;
        const now = usageKindNames.map((kind) => ({
          kind,
          month: NOVEMBER,
          total: first(kind),
          billed: 0,
        }));
        const then = usageKindNames
          .map((kind) => ({ kind, month: NOVEMBER, total: all(kind), billed: first(kind) }))
          .filter(({ total, billed }) => total > billed);
        late += then.length;
        const one = linesOf({ plan, begunOn }, NOVEMBER, now, new Map());
        const two = linesOf({ plan, begunOn }, NOVEMBER + 1, then, new Map([[NOVEMBER, terms]]));
        let expected = BigInt(base);
        for (const kind of usageKindNames) {
          const term = terms[kind];
          if (!term) throw new Error("no term");
          const { per } = usageKinds[kind];
          expected += owed(first(kind), term, per);
          // Of the second invoice: what both months' rows come to beyond the first, rounded for itself.
          const over = Math.max(0, all(kind) - term.included) - Math.max(0, first(kind) - term.included);
          const line = two.find(({ what }) => what === kind);
          same(BigInt(line?.amount ?? 0), owed(over, { ...term, included: 0 }, per));
          // Whole units, not money: both invoices together bill each unit once.
          const units = [...one, ...two]
            .filter(({ what }) => what === kind)
            .reduce((sum, { billable }) => sum + billable, 0);
          same(units, Math.max(0, all(kind) - term.included));
        }
        const net = sumOf(one);
        same(BigInt(net), expected);
        const taxes = taxesOf(net, "INR", { ...noDetails, state }, seller);
        const exact = (BigInt(net) * 18n) / 100n;
        expect(Math.abs(sumOf(taxes) - Number(exact))).toBeLessThanOrEqual(2);
        expect(taxes.map(({ name }) => name)).toEqual(state === "29" ? ["IGST"] : ["CGST", "SGST"]);
      }),
      { numRuns: 10_000 },
    );
    expect(late).toBeGreaterThan(1_000);
  });

  test("rounds a line once and half up, and halves of tax each for themselves", () => {
    const price = (quantity: number, micro: number) =>
      amountOf({ kind: "run", quantity, price: micro }, "INR");
    expect([price(1, 4_999), price(1, 5_000), price(3, 5_000), price(1, 14_999)]).toEqual([0, 1, 2, 1]);
    expect(amountOf({ kind: "storedMb", quantity: 1_536, price: 1_000_000 }, "INR")).toBe(150);
    expect(taxesOf(105, "INR", { ...noDetails, state: "27" }, seller).map(({ amount }) => amount)).toEqual([
      9, 9,
    ]);
    expect(taxesOf(105, "INR", { ...noDetails, state: "29" }, seller)).toEqual([
      { name: "IGST", rate: 1_800, amount: 19 },
    ]);
    expect(taxesOf(105, "INR", { ...noDetails, country: "AE" }, seller)).toEqual([]);
    expect(taxesOf(105, "USD", noDetails, seller)).toEqual([]);
  });

  test("has the base price of the days that are left of the first month, and nothing of months before it", () => {
    const plan = { id: "p", name: "P", currency: "INR", base: 300_00, terms: {} };
    const { from } = daysOf(NOVEMBER);
    const before = { kind: "run" as const, month: NOVEMBER - 3, total: 50, billed: 0 };
    expect(linesOf({ plan, begunOn: from + 20 }, NOVEMBER, [before], new Map())).toMatchObject([
      { what: "base", amount: 100_00 },
    ]);
    expect(linesOf({ plan, begunOn: from - 20 }, NOVEMBER, [], new Map())).toMatchObject([
      { amount: 300_00 },
    ]);
  });

  test("of a month's days come to its lines, whatever is shown of it, and nothing without a plan or before it", () => {
    const { from, to } = daysOf(NOVEMBER);
    const terms = {
      run: { included: 5, price: 333_333, limit: null },
      storedMb: { included: 0, price: 100_000, limit: null },
    };
    const plan = { id: "p", name: "P", currency: "INR", base: 1_001, terms };
    const used = Array.from({ length: 40 }, (_, at) => ({
      kind: at % 2 ? ("run" as const) : ("storedMb" as const),
      day: from - 3 + at,
      count: at + 1,
    }));
    const billed = { currency: "INR", begunOn: from + 2, today: to + 9, plan, invoiced: new Map() };
    const days = spentByDay(used, { from: from - 10, to: to - 1 }, billed);
    const sumsIn = (spent: typeof days) =>
      Object.fromEntries(spentByPart(spent).map(({ id, total }) => [id, total]));
    const counted = used.filter(({ day }) => day >= from + 2 && day < to);
    const month = (["run", "storedMb"] as const).map((kind) => ({
      kind,
      month: NOVEMBER,
      total: counted.reduce((sum, each) => (each.kind === kind ? sum + each.count : sum), 0),
      billed: 0,
    }));
    const lines = linesOf({ plan, begunOn: from + 2 }, NOVEMBER, month, new Map());
    expect(sumsIn(days)).toEqual(Object.fromEntries(lines.map(({ what, amount }) => [what, amount])));
    expect([...days.keys()].every((day) => day >= from + 2)).toBe(true);
    // The days of a range cost what they cost in their month, however much of it is shown.
    const some = spentByDay(used, { from: from + 20, to: from + 22 }, billed);
    expect([...some]).toEqual([...days].filter(([day]) => day >= from + 20 && day <= from + 22));
    expect(spentByDay(used, { from, to }, null).size).toBe(0);
    expect([...spentByDay(used, { from, to }, { ...billed, today: from + 4 }).keys()].at(-1)).toBe(from + 4);
    // A month that has its invoice is shown by that, whatever the plan is now.
    const invoiced = new Map([[NOVEMBER, { base: 70, terms: {} }]]);
    expect(sumsIn(spentByDay(used, { from, to: to - 1 }, { ...billed, invoiced }))).toEqual({ base: 70 });
  });

  const row = (more: Partial<InvoiceRow> = {}): InvoiceRow => ({
    id: "i",
    kind: "invoice",
    year: 2026,
    number: 7,
    month: NOVEMBER,
    currency: "INR",
    body: {
      planName: "Growth",
      terms: {},
      seller,
      buyer: {
        ...noDetails,
        legalName: "Asha (& Sons) \\ Co",
        address: "Müller Strasse\nBengaluru",
        state: "29",
        taxId: "29AAGCB7383J1Z4",
      },
      lines: [
        { what: "base", month: NOVEMBER, quantity: 1, included: 0, billable: 1, price: 0, amount: 499_900 },
        {
          what: "run",
          month: NOVEMBER - 1,
          quantity: 12_345,
          included: 0,
          billable: 12_345,
          price: 150_000,
          amount: 185_175,
        },
      ],
      taxes: [{ name: "IGST", rate: 1_800, amount: 123_314 }],
    },
    net: 685_075,
    tax: 123_314,
    total: 808_389,
    credit: 8_389,
    issuedAt: Date.UTC(2026, 11, 1),
    dueAt: Date.UTC(2026, 11, 15),
    of: null,
    ...more,
  });
  const read = async (bytes: Uint8Array) =>
    (await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: true })).text;

  test("is a PDF that says all of it, with the rupee sign, and the same bytes again", async () => {
    const bytes = invoicePdf(row());
    expect(bytes).toEqual(invoicePdf(row()));
    const text = await read(bytes);
    for (const words of [
      "INV-2026-000007",
      "Asha (& Sons) \\ Co",
      "Müller Strasse",
      "29AAGCB7383J1Z4",
      "Karnataka (29)",
      "₹8,083.89",
      "IGST 18 %",
      "counted late for 2026-10",
      "12,345",
      "₹0.15",
      "₹8,000.00",
    ])
      expect(text.replaceAll(/\s+/g, " ").replaceAll("₹ ", "₹")).toContain(words);
    const many = row();
    many.body = { ...many.body, lines: Array.from({ length: 90 }, () => many.body.lines[1] as never) };
    expect((await getDocumentProxy(Uint8Array.from(invoicePdf(many)))).numPages).toBe(5);
  });

  test("writes names of other scripts in letters that it can print, and says so; the CSV keeps them", async () => {
    const named = row();
    const buyer = {
      ...named.body.buyer,
      legalName: "आशा फ़ाइनेंस लिमिटेड",
      address: "१२ गांधी मार्ग\nŁódź\nதமிழ் நாடு",
    };
    named.body = { ...named.body, buyer };
    const text = (await read(invoicePdf(named))).replaceAll(/\s+/g, " ");
    for (const words of [
      "Asha Fainens Limited",
      "12 Gandhi Marg",
      "Lódz",
      "[in another script]",
      "the CSV of this",
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/[?\uFFFD]/);
    expect(invoiceCsv(named)).toContain(buyer.legalName);
    expect(invoiceCsv(named)).toContain("தமிழ் நாடு");
    expect(await read(invoicePdf(row()))).not.toContain("the CSV of this");
  });

  test("is a CSV whose numbers add up, and a credit note takes the same back", async () => {
    const csv = invoiceCsv(row());
    expect(csv).toContain("INV-2026-000007,Total,,,,,,8083.89,INR");
    const note = row({
      kind: "creditNote",
      net: -685_075,
      tax: -123_314,
      total: -808_389,
      credit: 0,
      of: { kind: "invoice", year: 2026, number: 7 },
    });
    expect(invoiceCsv(note)).toContain("-8083.89");
    expect(await read(invoicePdf(note))).toContain("INV-2026-000007");
  });
});

test("₹ stands before rupees and $ before anything else, and a number has 16 letters at most", () => {
  expect([
    moneyText(12_345_678, "INR"),
    moneyText(-5, "USD"),
    priceText(150_000, "INR"),
    priceText(2_500, "USD"),
  ]).toEqual(["₹1,23,456.78", "-$0.05", "₹0.15", "$0.0025"]);
  expect(numberOf("invoice", 2026, 1)).toBe("INV-2026-000001");
  expect(numberOf("invoice", 2026, 999_999).length).toBeLessThanOrEqual(16);
});

test("months and days are those of UTC", () => {
  expect(monthName(monthOf(Date.UTC(2026, 11, 31, 23, 59)))).toBe("2026-12");
  expect(monthName(monthOf(Date.UTC(2027, 0, 1)))).toBe("2027-01");
  const { from, to } = daysOf(2028 * 12 + 1);
  expect(to - from).toBe(29);
  expect(dayOf(Date.UTC(2028, 1, 1))).toBe(from);
});

test("a forecast goes on as in the last seven whole days, and is never less than what is used", () => {
  const now = Date.UTC(2026, 10, 11, 12);
  const today = dayOf(now);
  const days = Array.from({ length: 10 }, (_, at) => ({ day: today - 10 + at, count: 10 }));
  expect(forecastOf(days, now)).toBe(100 + 195);
  expect(forecastOf([...days, { day: today, count: 1_000 }], now)).toBe(1_100 + 195);
  expect(forecastOf([{ day: today, count: 6 }], now)).toBe(6 + 234);
  expect(forecastOf([], now)).toBe(0);
  expect([levelsOf(79, 100), levelsOf(80, 100), levelsOf(100, 100), levelsOf(9, null)]).toEqual([
    [],
    [80],
    [80, 100],
    [],
  ]);
});

test("a GSTIN is checked by its last sign and its state; abroad there is neither", () => {
  expect(["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "07AAGFF2194N1Z1"].map(isGstin)).toEqual([true, true, true]);
  expect(["27AAPFU0939F1ZW", "27AAPFU0939F1ZV1", "27aapfu0939f1zv", ""].map(isGstin)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  const details = (more: object) =>
    detailFields.safeParse({
      legalName: "A",
      address: "B",
      country: "IN",
      state: "27",
      taxId: " 27aapfu0939f1zv",
      ...more,
    });
  const wrong = (more: object) => details(more).error?.issues.map(({ path }) => path[0]);
  expect(details({}).data?.taxId).toBe("27AAPFU0939F1ZV");
  expect(wrong({ state: "29" })).toEqual(["taxId"]);
  expect(wrong({ state: "99" })).toEqual(["state", "taxId"]);
  expect(wrong({ taxId: "27AAPFU0939F1ZX" })).toEqual(["taxId"]);
  expect(wrong({ legalName: "आशा", address: "मुंबई" })).toBeUndefined();
  expect(wrong({ country: "DE", state: "", taxId: "आशा" })).toEqual(["taxId"]);
  expect(wrong({ country: "DE" })).toEqual(["state"]);
  expect(wrong({ country: "DE", state: "", taxId: "DE123" })).toBeUndefined();
});
