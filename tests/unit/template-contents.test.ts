import { expect, test } from "vitest";
import { kept } from "#tests/support/template-examples.ts";
import { listedTemplate, templateOnWire } from "#workers/channels/whatsapp/template-wire.ts";
import { sameContents, withOurSamples } from "#workers/contract/templates/contents.ts";

/** Every template that keeps the rules comes back from the vendor as the same one. */
test.each(Object.entries(kept))(
  "%s has the same contents after its way to the vendor and back",
  (_, template) => {
    const { category, components } = template;
    if (category === "AUTHENTICATION") return;
    const listed = listedTemplate({ id: "1", status: "APPROVED", ...templateOnWire(template, new Map()) });
    if (!listed?.components) throw new Error("not read");
    expect(sameContents(components, listed.components)).toBe(true);
    const merged = withOurSamples(listed.components, components);
    expect(merged.samples).toEqual(components.samples);
    expect(merged.header?.medium ?? null).toEqual(components.header?.medium ?? null);
    expect(merged.cards.map((card) => card.header?.medium)).toEqual(
      components.cards.map((card) => card.header?.medium),
    );
  },
);

test.each([
  ["a word of the text", (text: string) => `${text}.`],
  ["its text", () => ""],
])("another one has other contents by %s", (_, change) => {
  const { components } = kept.base;
  const other = { ...components, body: { text: change(components.body.text) } };
  expect(sameContents(components, other)).toBe(false);
});
