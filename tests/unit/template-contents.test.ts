import { expect, test } from "vitest";
import { kept } from "#tests/support/template-examples.ts";
import { listedTemplate, templateOnWire } from "#workers/channels/whatsapp/template-wire.ts";
import { templateOf } from "#workers/channels/whatsapp/template.ts";
import { flowIn, templateMessage } from "#workers/contract/templates/sending.ts";
import { components as componentsSchema } from "#workers/contract/templates/template.ts";
import { sameContents, withOurSamples } from "#workers/contract/templates/contents.ts";

/** Every template that keeps the rules comes back from the vendor as the same one. */
test.each(Object.entries(kept))(
  "%s has the same contents after its way to the vendor and back",
  (_, template) => {
    const { category, components } = template;
    if (category === "AUTHENTICATION") return;
    const listed = listedTemplate({
      id: "1",
      status: "APPROVED",
      ...templateOnWire({ ...template, flow: { vendorId: flowIn(components) ?? "" } }, new Map()),
    });
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

test("a button that opens a flow is written as Meta names it, and read again by Meta's own id", () => {
  const template = {
    name: "t",
    language: "en",
    category: "UTILITY" as const,
    components: componentsSchema.parse({
      body: { text: "Hello" },
      buttons: [{ type: "FLOW", text: "Book", value: "ours" }],
    }),
  };
  const written = (flow: { vendorId: string; screen?: string }) =>
    (templateOnWire({ ...template, flow }, new Map())["components"] as { buttons?: object[] }[])[1]?.buttons;
  expect(written({ vendorId: "77", screen: "ONLY" })).toEqual([
    { type: "FLOW", text: "Book", flow_id: "77", flow_action: "navigate", navigate_screen: "ONLY" },
  ]);
  expect(written({ vendorId: "77" })).toEqual([
    { type: "FLOW", text: "Book", flow_id: "77", flow_action: "data_exchange" },
  ]);
  const listed = listedTemplate({
    ...{ id: "1", status: "APPROVED", name: "t", language: "en", category: "UTILITY" },
    components: [{ type: "BUTTONS", buttons: written({ vendorId: "77" }) }],
  });
  expect(listed?.components?.buttons).toMatchObject([{ type: "FLOW", text: "Book", value: "77" }]);
  const sent = templateOf(templateMessage(template, 4, { flowToken: "token" }));
  expect(sent).toMatchObject({
    template: {
      components: [
        {
          type: "button",
          sub_type: "flow",
          index: "0",
          parameters: [{ type: "action", action: { flow_token: "token" } }],
        },
      ],
    },
  });
});
