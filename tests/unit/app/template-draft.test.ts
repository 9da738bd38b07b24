import { expect, test } from "vitest";
import { newCard, ofKind, withoutCard } from "#app/routes/templates/template-draft.ts";
import { kept } from "#tests/support/template-examples.ts";

test("the samples of the cards behind one that is removed move up with them", () => {
  const cards = ["One", "Two", "Three"].map((text) => ({ ...newCard(undefined), body: { text } }));
  const samples = {
    "bodyBubbleText/1": "a",
    "cards.0.body/1": "b",
    "cards.1.body/1": "c",
    "cards.2.body/x": "d",
  };
  const left = withoutCard({ ...kept.carousel.components, cards, samples }, 1);
  expect(left.cards.map(({ body }) => body.text)).toEqual(["One", "Three"]);
  expect(left.samples).toEqual({ "bodyBubbleText/1": "a", "cards.0.body/1": "b", "cards.1.body/x": "d" });
});

test("words and samples go along to another kind and back", () => {
  const { body, samples } = kept.base.components;
  const carousel = ofKind("carousel", kept.base.components);
  expect(carousel).toMatchObject({ bodyBubbleText: body.text, body: { text: "" } });
  expect(Object.keys(carousel.samples)).toEqual(["bodyBubbleText/1", "bodyBubbleText/2"]);
  expect(ofKind("plain", carousel)).toMatchObject({ body, samples, cards: [], bodyBubbleText: "" });
});
