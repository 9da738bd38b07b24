import { expect, test } from "vitest";
import { searchTextOf } from "#workers/domain/customers/search-text.ts";

const nobody = { name: "", phone: "", whatsapp: "", facebookId: "", instaId: "", twitterId: "", data: {} };

test("what is said twice of a customer is in the searched text once", () => {
  const phone = "+919876543210";
  const text = searchTextOf(
    { ...nobody, name: "Asha", phone, whatsapp: phone, data: { city: "Asha", mail: "A@b.in" } },
    ["city", "mail", "missing"],
  );
  expect(text).toBe(`asha\n${phone}\na@b.in`);
});

test("a name in Devanagari stands beside its Latin spellings, a value beside its usual one", () => {
  const parts = searchTextOf({ ...nobody, name: "आशा", data: { city: "पुणे" } }, ["city"]).split("\n");
  expect(parts).toEqual(["आशा", "asha aasha", "पुणे", "pune"]);
  expect(searchTextOf({ ...nobody, phone: "1" }, [])).toBe("1");
});
