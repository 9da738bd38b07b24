import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { countries } from "#workers/contract/countries.ts";
import {
  decimalOf,
  millionthsIn,
  MOST_PRICE,
  type Price,
  pricesText,
  readPrices,
} from "#workers/contract/prices.ts";
import { costOf, type Messages, priceOf } from "#workers/domain/rates/cost.ts";
import { countryOf } from "#workers/domain/rates/country-of.ts";
import { cardPrice, isFreeInWindow } from "#workers/domain/rates/whatsapp-card.ts";
import { pricesTexts as texts } from "#texts/prices.ts";

const { whatsApp, sms } = channelTypes;
const own = (country: string, category: string, price: number, currency = "EUR"): Price => ({
  country,
  category,
  price,
  currency,
});

describe("the country of a number", () => {
  it.each([
    ["+919876543210", "IN"],
    ["+14165550123", "CA"],
    ["+12125550123", "US"],
    ["+18095550123", "DO"],
    ["+17875550123", "PR"],
    ["+12425550123", "BS"],
    ["+77012345678", "KZ"],
    ["+79161234567", "RU"],
    ["+447700900123", "GB"],
    ["+393331234567", "IT"],
    ["+8801712345678", "BD"],
    ["+5511912345678", "BR"],
  ])("%s is of %s", (number, country) => {
    expect(countryOf(number)).toBe(country);
  });

  it("is nothing for an address that is no number", () => {
    expect(["", "+", "IN.1234567", "mail@example.com", "+9", "+0001234567"].map(countryOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("Meta's list of prices", () => {
  it("has a price of each category for every country, by its own market, its region or the others", () => {
    for (const country of countries)
      for (const category of ["marketing", "utility", "authentication"])
        expect(Number.isSafeInteger(cardPrice(country, category)), `${country} ${category}`).toBe(true);
    expect(cardPrice("IN", "marketing")).toBe(11_800);
    expect(cardPrice("CA", "utility")).toBe(3_400);
    expect(cardPrice("KE", "authentication")).toBe(4_000);
    expect(cardPrice("EE", "marketing")).toBe(60_400);
  });

  it("has none of a category that it doesn't list", () => {
    expect(
      ["service", "authentication_international", "", "constructor"].map((each) => cardPrice("IN", each)),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("makes utility free in an open window until October 2026, and marketing never", () => {
    const [before, after] = [Date.parse("2026-09-30T23:59:59Z"), Date.parse("2026-10-01T00:00:00Z")];
    expect([before, after].map((at) => isFreeInWindow("utility", at))).toEqual([true, false]);
    expect(isFreeInWindow("utility", Date.parse("2025-06-30T12:00:00Z"))).toBe(false);
    expect(["marketing", "authentication"].map((each) => isFreeInWindow(each, before))).toEqual([
      false,
      false,
    ]);
  });
});

describe("the price of a message", () => {
  it("is the enterprise's before Meta's, the nearest first", () => {
    const list = [own("*", "*", 1), own("*", "utility", 2), own("IN", "*", 3), own("IN", "utility", 4)];
    const at = (country: string, category: string) => priceOf(list, whatsApp, { country, category })?.price;
    expect(at("IN", "utility")).toBe(4);
    expect(at("IN", "marketing")).toBe(3);
    expect(at("BR", "utility")).toBe(2);
    expect(at("BR", "marketing")).toBe(1);
    expect(priceOf([own("BR", "*", 9)], whatsApp, { country: "IN", category: "marketing" })).toEqual({
      price: 11_800,
      currency: "USD",
      isCard: true,
    });
  });

  it("is unknown for an SMS without one of the enterprise's", () => {
    expect(priceOf([], sms, { country: "IN", category: "marketing" })).toBeUndefined();
    expect(priceOf([], whatsApp, { country: null, category: "marketing" })).toBeUndefined();
    expect(priceOf([own("*", "*", 5)], whatsApp, { country: null, category: "marketing" })?.price).toBe(5);
  });
});

const someKind = fc
  .record({
    country: fc.constantFrom("IN", "BR", "DE", null),
    category: fc.constantFrom("marketing", "utility"),
    people: fc.nat(100_000),
    isFree: fc.boolean(),
    parts: fc.constantFrom(1, 2),
  })
  .map(({ people, isFree, parts, ...kind }): Messages => {
    const free = isFree ? Math.floor(people / 3) : 0;
    return { ...kind, people, free, messages: (people - free) * parts };
  });
const somePrice = fc.record({
  country: fc.constantFrom("IN", "BR", "*"),
  category: fc.constantFrom("marketing", "*"),
  price: fc.nat(MOST_PRICE),
  currency: fc.constantFrom("EUR", "INR"),
});

describe("what messages cost", () => {
  it("is the sum of its lines, in integers, and everybody is in a line, free or without a price", () => {
    fc.assert(
      fc.property(
        fc.array(somePrice, { maxLength: 5 }),
        fc.constantFrom(whatsApp, sms),
        fc.array(someKind, { maxLength: 20 }),
        (list, channelType, kinds) => {
          const cost = costOf(list, channelType, kinds);
          const sums: Record<string, number> = {};
          for (const { currency, amount, messages, price } of cost.lines) {
            expect(amount).toBe(messages * price);
            sums[currency] = (sums[currency] ?? 0) + amount;
          }
          expect(Object.fromEntries(cost.totals.map(({ currency, amount }) => [currency, amount]))).toEqual(
            sums,
          );
          expect(cost.totals.every(({ amount }) => Number.isSafeInteger(amount))).toBe(true);
          const people = cost.lines.reduce((sum, each) => sum + each.people, cost.free + cost.unpriced);
          expect(people).toBe(kinds.reduce((sum, each) => sum + each.people, 0));
        },
      ),
    );
  });

  it("names the day of Meta's list only where it was used", () => {
    const kind = { country: "IN", category: "marketing", people: 2, messages: 2, free: 0 };
    expect(costOf([], whatsApp, [kind])).toEqual({
      lines: [
        {
          country: "IN",
          category: "marketing",
          people: 2,
          messages: 2,
          price: 11_800,
          currency: "USD",
          amount: 23_600,
        },
      ],
      totals: [{ currency: "USD", amount: 23_600 }],
      free: 0,
      unpriced: 0,
      cardSince: "2026-10-01",
    });
    expect(costOf([own("*", "*", 10)], whatsApp, [kind]).cardSince).toBeNull();
  });
});

describe("a price as text", () => {
  it("is read without floating point, and written so that it is read again", () => {
    expect(["0.0118", "0,07", "12", "0.000001", "4999.999999"].map(millionthsIn)).toEqual([
      11_800, 70_000, 12_000_000, 1, 4_999_999_999,
    ]);
    for (const each of ["", "-1", "1.2345678", "1e3", ".5", "1.", "5000.000001", "12345", "1,2,3", "NaN"])
      expect(millionthsIn(each), each).toBeUndefined();
    for (const each of [0, 1, 11_800, 70_000, 1_000_000, MOST_PRICE])
      expect(millionthsIn(decimalOf(each))).toBe(each);
    expect(decimalOf(11_800)).toBe("0.0118");
    expect(decimalOf(1_500_000)).toBe("1.50");
  });

  it("is read from a CSV or a spreadsheet's cells, and bad lines are told one by one", () => {
    const list = [own("IN", "marketing", 11_800, "USD"), own("*", "*", 50_000, "INR")];
    expect(readPrices(pricesText(list))).toEqual({ prices: list, problems: [] });
    expect(readPrices("in\tMarketing\t0,0118\tusd\r\n*;*;0.05;INR\n").prices).toEqual(list);
    expect(
      readPrices(
        "XX,marketing,1,USD\nIN,offers,1,USD\nIN,*,-1,USD\nIN,*,1,DOLLARS\nIN,*\n\nDE,*,1,EUR\nDE,*,2,EUR",
      ).problems,
    ).toEqual([
      { line: 1, message: texts.countryWrong },
      { line: 2, message: texts.categoryWrong },
      { line: 3, message: texts.priceWrong },
      { line: 4, message: texts.currencyWrong },
      { line: 5, message: texts.cellsWrong },
      { line: 8, message: texts.twice },
    ]);
  });
});
