import { existsSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { checkPattern, compilePattern, matchesOf } from "#workers/nlu/entities/pattern.ts";
import { compileEntities, recognise, recogniseAll, recogniseOne } from "#workers/nlu/entities/recognise.ts";

const city = {
  id: "city",
  values: [
    { value: "Paris", type: "synonymns" as const, synonyms: ["City of Light", "पेरिस"], pattern: [] },
    { value: "New York", type: "synonymns" as const, synonyms: ["NYC"], pattern: [] },
    { value: "New York Cheesecake", type: "synonymns" as const, synonyms: [], pattern: [] },
  ],
};
const order = {
  id: "order",
  values: [{ value: "number", type: "pattern" as const, synonyms: [], pattern: ["ORD-\\d{3,6}"] }],
};
const recogniser = compileEntities([city, order]);
const now = Date.parse("2026-11-21T10:00:00Z");
const found = (text: string, timeZone = "Asia/Kolkata") =>
  Object.fromEntries(
    recognise(recogniser, text, { now, timeZone }).map(({ entityId, value }) => [entityId, value]),
  );

describe("an entity of one's own", () => {
  test("is found by its value and its synonyms, whatever their case, and worth its value", () => {
    expect(found("from the city  of LIGHT to nyc")).toEqual({ city: "New York" });
    expect(recognise(recogniser, "PARIS, पेरिस and nyc").map(({ value }) => value)).toEqual([
      "Paris",
      "Paris",
      "New York",
    ]);
  });

  test("is found as long as it goes, and never inside a word", () => {
    expect(found("one new york cheesecake please").city).toBe("New York Cheesecake");
    expect(found("parisian food").city).toBeUndefined();
  });

  test("forgives a slip of the finger in a long word, not in a short one", () => {
    expect(found("a flight to pariss").city).toBe("Paris");
    expect(found("nyd").city).toBeUndefined();
  });

  test("is worth what its pattern matched", () => {
    expect(found("where is ord-12345?").order).toBe("ord-12345");
  });
});

describe("what every bot recognises", () => {
  test.each([
    ["twenty five people", { "sys.number": "25" }],
    ["एक लाख पच्चीस हज़ार", { "sys.number": "125000" }],
    ["डेढ़ लाख", { "sys.number": "150000" }],
    ["the 3rd door", { "sys.ordinal": "3" }],
    ["तीसरा दरवाज़ा", { "sys.ordinal": "3" }],
    ["12.5 % off", { "sys.percentage": "12.5%" }],
    ["दस प्रतिशत", { "sys.percentage": "10%" }],
    ["pay ₹1,00,000", { "sys.money": "100000 INR" }],
    ["five dollars and 30 cents", { "sys.money": "5.3 USD" }],
    ["दो सौ रुपये", { "sys.money": "200 INR" }],
    ["Rs.500", { "sys.money": "500 INR" }],
    ["Rs .500", { "sys.money": "500 INR" }],
    ["Rs.1,500.50", { "sys.money": "1500.5 INR" }],
    ["रु. 1,00,000.75 मात्र", { "sys.money": "100000.75 INR" }],
    ["$.50", { "sys.money": "0.5 USD" }],
    ["$.1,500.50", { "sys.number": "1500.5" }],
    ["twenty point 1.5", { "sys.number": "1.5" }],
    ["it costs .5", { "sys.number": "0.5" }],
    ["room No.5", { "sys.number": "5" }],
    ["𝟚𝟛", { "sys.number": "23" }],
    ["in euros", { "sys.currency": "EUR" }],
    ["she is 30 years old", { "sys.age": "30" }],
    ["पांच साल का बच्चा", { "sys.age": "5" }],
    ["98 degrees Fahrenheit", { "sys.temperature": "98 °F" }],
    ["25 डिग्री सेल्सियस", { "sys.temperature": "25 °C" }],
    ["write to Asha.Rao@example.com.", { "sys.email": "asha.rao@example.com" }],
    ["see https://example.com/a?b=1.", { "sys.url": "https://example.com/a?b=1" }],
    ["call 98765 43210", { "sys.phone": "+919876543210" }],
    ["call +44 7123 123456", { "sys.phone": "+447123123456" }],
    ["do you speak french", { "sys.language": "French" }],
    ["दिल्ली", { "sys.location": "Delhi" }],
    ["I live in Germany", { "sys.location": "Germany" }],
    ["tomorrow", { "sys.date": "2026-11-22" }],
    ["day after tomorrow", { "sys.date": "2026-11-23" }],
    ["the day after tomorrow", { "sys.date": "2026-11-23" }],
    ["day before yesterday", { "sys.date": "2026-11-19" }],
    ["day after tmrw at 5 pm", { "sys.datetime": "2026-11-23 17:00" }],
    ["next monday", { "sys.date": "2026-11-23" }],
    ["कल", { "sys.date": "2026-11-22" }],
    ["15 अगस्त", { "sys.date": "2027-08-15" }],
    ["at 5 pm", { "sys.time": "17:00" }],
    ["शाम 5 बजे", { "sys.time": "17:00" }],
    ["कल सुबह साढ़े नौ बजे", { "sys.datetime": "2026-11-22 09:30" }],
    ["tomorrow at 10:15", { "sys.datetime": "2026-11-22 10:15" }],
    ["for two hours and 30 minutes", { "sys.duration": "two hours and 30 minutes" }],
    ["3 दिन", { "sys.duration": "3 दिन" }],
  ])("in “%s”", (text, wanted) => {
    expect(found(text)).toMatchObject(wanted);
  });

  test("what today is depends on where one is", () => {
    const late = Date.parse("2026-11-21T20:00:00Z");
    const day = (timeZone: string) =>
      recogniseOne(recogniser, "today", "sys.date", { now: late, timeZone })?.value;
    expect([day("UTC"), day("Asia/Kolkata")]).toEqual(["2026-11-21", "2026-11-22"]);
  });
});

test("of overlapping matches the longer wins; what a bot has asked for is found all the same", () => {
  const text = "25 years old";
  expect(recognise(recogniser, text).map(({ entityId }) => entityId)).toEqual(["sys.age"]);
  expect(recogniseOne(recogniser, text, "sys.number")?.value).toBe("25");
});

test("takes any text whatever: places lie inside it, and what is kept does not overlap", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      for (const { start, end, text: words } of recogniseAll(recogniser, text, { now })) {
        expect(start).toBeLessThan(end);
        expect(words).toBe(text.slice(start, end));
      }
      const kept = recognise(recogniser, text, { now });
      kept.forEach((each, at) => expect(each.start).toBeGreaterThanOrEqual(kept[at - 1]?.end ?? 0));
    }),
    { numRuns: 300 },
  );
});

test("an amount is worth its digits, whatever mark and separators they are written with", () => {
  const mark = fc.constantFrom(
    "₹",
    "₹ ",
    "₹.",
    "Rs.",
    "Rs. ",
    "Rs .",
    "rs ",
    "INR ",
    "INR.",
    "Re.",
    "रु.",
    "रु ",
    "रू. ",
  );
  const paise = fc.integer({ min: 1, max: 10 ** 11 });
  fc.assert(
    fc.property(
      mark,
      paise,
      fc.constantFrom("en-IN", "en-US"),
      fc.constantFrom("", "/-", ".", " only"),
      (sign, sum, locale, end) => {
        const written = (sum / 100).toLocaleString(locale, {
          minimumFractionDigits: sum % 100 === 0 ? 0 : 2,
        });
        expect(found(`pay ${sign}${written}${end}`)["sys.money"]).toBe(`${sum / 100} INR`);
      },
    ),
    { numRuns: 500 },
  );
});

test("a number too large for one is no ordinal", () => {
  const values = recogniseAll(recogniser, `the ${"9".repeat(309)}th door`, { now }).map(({ value }) => value);
  expect(values).not.toContain("Infinity");
});

test("no finder answers with anything but a number where it speaks of one", () => {
  const digits = fc.oneof(
    fc.stringMatching(/^\d{1,5}(\.\d{1,2})?$/),
    fc.constantFrom("9".repeat(309), "1e21", "9e300", "०१२", "𝟚𝟛", "twenty", "सौ", "hundredth", "डेढ़"),
  );
  const between = fc.constantFrom(
    ..." ,.,:,(,-,/,%,+,..,e, and , point ,दशमलव, trillion , लाख ,th, days , बजे , in , years old , percent ,°C".split(
      ",",
    ),
    ",",
    "",
  );
  const currency = fc.constantFrom("₹", "Rs.", "Rs ", "$", "€", "रु.", " paise", " dollars", " INR", " cents");
  fc.assert(
    fc.property(fc.array(fc.oneof(digits, between, currency), { maxLength: 12 }), (parts) => {
      for (const { value, resolution } of recogniseAll(recogniser, parts.join(""), { now })) {
        expect(value).not.toMatch(/NaN|Infinity|undefined|null/);
        for (const each of Object.values(resolution)) {
          if (typeof each === "number") expect(each).toSatisfy(Number.isFinite);
          else expect(String(each)).not.toMatch(/NaN|Infinity|undefined|null/);
        }
      }
    }),
    { numRuns: 800 },
  );
});

describe("patterns (S-43)", () => {
  test("that RE2 cannot read are refused with their place", () => {
    expect(checkPattern("(a+)(a+)\\1b")).toMatchObject({ ok: false, position: 8 });
    expect(checkPattern("[a-")).toMatchObject({ ok: false });
    expect(checkPattern("ORD-[0-9]+")).toEqual({ ok: true });
  });

  const file = referenceCorpus("redos", "patterns.json");
  test.skipIf(!existsSync(file))("of the outside collection match in linear time or are refused", () => {
    const patterns = JSON.parse(readFileSync(file, "utf8")) as { pattern: string }[];
    for (const { pattern } of patterns) {
      if (!checkPattern(pattern).ok) continue;
      const compiled = compilePattern(pattern);
      // JavaScript's own engine needs longer than the age of the universe for the worst of these.
      for (const seed of ["a", "ab", " ", "0"]) matchesOf(compiled, `${seed.repeat(2_000)}!`);
    }
    expect(patterns).toHaveLength(73);
  });
});
