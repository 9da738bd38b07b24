import { expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { startHarness } from "#tests/support/harness.ts";
import { png } from "#tests/support/made-files.ts";
import { makePerson } from "#tests/support/people.ts";
import * as richCardsApi from "#workers/contract/endpoints/rich-cards.ts";
import { RICH_CARD } from "#workers/contract/rich-card.ts";

const harness = await startHarness();
const path = "/api/chatbird/api/richcard";
const card = (more: object = {}) => ({ title: "Blue shoes", text: "For the rain", ...more });
const url = { kind: "url", label: "Look", value: "https://shop.example/blue" } as const;
const refused = async (response: Response) => {
  const { errors = {} } = (await response.json()) as { errors?: Record<string, string> };
  return { status: response.status, fields: Object.keys(errors) };
};

test("a rich card is kept with what the drive knows of its picture, changed, found and deleted", async () => {
  const owner = await makePerson(harness);
  const file = await sendToDrive(harness, owner, { use: "media", bytes: png(20), name: "blue.png" });
  const medium = { fileId: file.id, name: "another name", mime: "text/html", url: "https://evil.example/" };
  const made = await owner.call(richCardsApi.createRichCard, {
    body: {
      name: "Shoes",
      content: { text: "Of the season", cards: [card({ medium, buttons: [url] }), card()] },
    },
  });
  expect(made.content.cards[0]?.medium).toEqual({
    fileId: file.id,
    name: "blue.png",
    mime: "image/png",
    bytes: file.bytes,
  });
  await owner.call(richCardsApi.createRichCard, { body: { name: "Hats", content: { cards: [card()] } } });
  const listed = async (name = "") =>
    (await owner.call(richCardsApi.listRichCards, { query: { name } })).richCards.map((each) => each.name);
  expect(await listed()).toEqual(["Hats", "Shoes"]);
  expect(await listed("SHO")).toEqual(["Shoes"]);
  const { id } = made;
  await owner.call(richCardsApi.updateRichCard, {
    params: { id },
    body: { name: "Boots", content: { cards: [card({ title: "Red boots" })] } },
  });
  expect(await owner.call(richCardsApi.getRichCard, { params: { id } })).toMatchObject({
    name: "Boots",
    content: { text: "", cards: [{ title: "Red boots", medium: null }] },
    revision: 2,
  });
  const taken = await owner.send("PUT", `${path}/${id}`, { name: " hats ", content: { cards: [card()] } });
  expect(taken.status).toBe(409);
  await owner.call(richCardsApi.deleteRichCard, { params: { id } });
  expect(await listed()).toEqual(["Hats"]);
});

test.for<[string, object, string]>([
  ["no card", { cards: [] }, "content.cards"],
  ["too many cards", { cards: Array.from({ length: RICH_CARD.cards + 1 }, () => card()) }, "content.cards"],
  ["a card with nothing on it", { cards: [card(), {}] }, "content.cards.1.title"],
  [
    "a title of a page",
    { cards: [card({ title: "x".repeat(RICH_CARD.title + 1) })] },
    "content.cards.0.title",
  ],
  [
    "a button without words",
    { cards: [card({ buttons: [{ kind: "reply", label: " " }] })] },
    "content.cards.0.buttons.0.label",
  ],
  [
    "a button that runs code",
    { cards: [card({ buttons: [{ ...url, value: "javascript:alert(1)" }] })] },
    "content.cards.0.buttons.0.value",
  ],
  [
    "a button that calls nobody",
    { cards: [card({ buttons: [{ kind: "call", label: "Call", value: "us" }] })] },
    "content.cards.0.buttons.0.value",
  ],
  [
    "five buttons",
    { cards: [card({ buttons: Array.from({ length: 5 }, () => url) })] },
    "content.cards.0.buttons",
  ],
])("%s is refused at its place, and nothing is kept", async ([, content, place]) => {
  const owner = await makePerson(harness);
  expect(await refused(await owner.send("POST", path, { name: "Wrong", content }))).toEqual({
    status: 400,
    fields: [place],
  });
  expect((await owner.call(richCardsApi.listRichCards, { query: {} })).richCards).toEqual([]);
});

test("a picture that is not there is refused at its card", async () => {
  const owner = await makePerson(harness);
  const content = { cards: [card(), card({ medium: { fileId: "nothing" } })] };
  expect(await refused(await owner.send("POST", path, { name: "Wrong", content }))).toEqual({
    status: 404,
    fields: ["content.cards.1.medium"],
  });
});

test("the preview says which messengers take it, and what each would be sent", async () => {
  const owner = await makePerson(harness);
  const buttons = ["One", "Two", "Three", "Four"].map((label) => ({ kind: "reply" as const, label }));
  const content = { cards: [card({ buttons })] };
  const preview = (channelType: number) =>
    owner.call(richCardsApi.previewRichCard, { body: { content, channelType } });
  const onRcs = await preview(10);
  expect(onRcs.reason).toBe("");
  expect(onRcs.message).toMatchObject({
    kind: "buttons",
    text: "Blue shoes\nFor the rain",
    buttons: [{ kind: "reply", token: "c0b0", label: "One" }, {}, {}, {}],
  });
  expect((await preview(4)).reason).toMatch(/3/);
  const two = { text: "Of the season", cards: [card({ buttons: [url] }), card()] };
  const { message } = await owner.call(richCardsApi.previewRichCard, {
    body: { content: two, channelType: 10 },
  });
  expect(message).toMatchObject({
    kind: "carousel",
    text: "Of the season",
    cards: [{ title: "Blue shoes", buttons: [{ kind: "url", url: url.value }] }, { buttons: [] }],
  });
  expect((await owner.send("POST", `${path}/preview`, { content, channelType: 0 })).status).toBe(400);
});

test("who may only see them changes nothing", async () => {
  const owner = await makePerson(harness);
  const { id } = await owner.call(richCardsApi.createRichCard, {
    body: { name: "Shoes", content: { cards: [card()] } },
  });
  const agent = await makeColleague(harness, owner, { roles: [3] });
  const answers = await Promise.all([
    agent.send("PUT", `${path}/${id}`, { name: "Changed", content: { cards: [card()] } }),
    agent.send("DELETE", `${path}/${id}`),
    agent.send("POST", path, { name: "Another", content: { cards: [card()] } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
});
