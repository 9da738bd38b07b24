import { afterEach, expect, test } from "vitest";
import { usualBrand } from "#app/lib/brand.ts";
import { noteProduct, productName } from "#app/lib/product.ts";
import { titleOf } from "#app/lib/title.ts";
import { shellTexts } from "#texts/shell.ts";

afterEach(() => noteProduct({}));

test("an installation's own name stands for the product's, in titles and where no enterprise has one", () => {
  noteProduct({ TITLE: "  Acme Talk " });
  expect(titleOf("Sign in")).toEqual([{ title: "Sign in – Acme Talk" }]);
  expect([usualBrand.title, { ...usualBrand }.title]).toEqual(["Acme Talk", "Acme Talk"]);
});

test("without one, or with one that is none, it is the product's", () => {
  for (const env of [{}, { TITLE: "" }, { TITLE: "  " }, { TITLE: 7 }]) {
    noteProduct(env);
    expect(productName()).toBe(shellTexts.product);
  }
});

test("the browser takes it from the document that the server has written", () => {
  const document = {
    querySelector: (query: string) => ({ content: query.includes("application-name") ? "Acme Talk" : "" }),
  };
  Object.assign(globalThis, { document });
  try {
    expect(productName()).toBe("Acme Talk");
  } finally {
    Reflect.deleteProperty(globalThis, "document");
  }
});
