import { describe, expect, test } from "vitest";
import { newDraft } from "#app/features/broadcasts/broadcast-draft.ts";
import {
  isFitting,
  isSomebodyNamed,
  ofRecipients,
  placeOf,
  problemsIn,
  requestOf,
  startOf,
  type Variables,
} from "#app/features/broadcasts/broadcast-request.ts";
import { listed, recipientPlaces } from "#app/features/broadcasts/form-places.ts";
import { recipientWords } from "#app/features/broadcasts/recipient-words.ts";
import { testOf } from "#app/features/broadcasts/test-request.ts";
import { labelOf } from "#workers/contract/variable-label.ts";
import { componentsOf, readBy } from "#app/features/broadcasts/previewed.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { components } from "#workers/contract/templates/template.ts";

const parameter = { name: "body/1", label: "1", type: "TEXT", isRequired: true, sample: "" } as const;
const variables: Variables = {
  groups: [
    { type: "messageTags", card: null, parameters: [parameter] },
    {
      type: "url",
      card: null,
      parameters: [{ ...parameter, name: "buttons.0/1", type: "URL", isRequired: false }],
    },
  ],
  columns: [],
  media: [
    { card: null, type: "IMAGE", isRequired: true },
    { card: 1, type: "VIDEO", isRequired: true },
  ],
};
const template = {
  id: "t",
  name: "order",
  language: "en",
  category: "UTILITY",
  components: components.parse({ body: { text: "Hello {{1}}" } }),
} as const;
const picture = { type: "IMAGE", fileId: "f" } as const;
const whole = {
  ...newDraft("UTC"),
  channelId: "c",
  template,
  media: picture,
  cards: { 1: { type: "VIDEO", fileId: "v" } as const },
  numbers: "919876543210, 919876543211",
  mappings: { "body/1": { type: "static", value: " Asha " } as const },
};
const noon = Date.parse("2026-11-24T12:00:00Z");

describe("a broadcast's form", () => {
  test("asks for what the specification makes mandatory, in its words", () => {
    expect(problemsIn(newDraft("UTC"), variables, noon)).toEqual({
      channel: "This Field is Mandatory",
      template: "This Field is Mandatory",
      media: "Attachment is missing !",
      "cards.1": "Media missing in card 2",
      "mapping.body/1": "This Field is Mandatory",
      numbers: "This Field is Mandatory",
    });
    expect(problemsIn(whole, variables, noon)).toEqual({});
    const blank = { ...whole, mappings: { "body/1": { type: "static", value: "  " } as const } };
    expect(problemsIn(blank, variables, noon)).toEqual({ "mapping.body/1": texts.mandatory });
  });

  test("takes numbers of ten characters or more, or somebody of the customer master in their place", () => {
    expect(problemsIn({ ...whole, numbers: "123456789" }, variables, noon)).toEqual({
      numbers: "please enter valid number",
    });
    expect(problemsIn({ ...whole, numbers: "1234567890" }, variables, noon)).toEqual({});
    const nobody = { ...whole, numbers: "" };
    const person = { id: "1", name: "Asha", phoneNumber: "+919876543210" };
    expect(problemsIn({ ...nobody, people: [person] }, variables, noon)).toEqual({});
    expect(problemsIn({ ...nobody, also: "everybody" }, variables, noon)).toEqual({});
    expect(problemsIn({ ...whole, also: "matching" }, variables, noon)).toEqual({
      groups: texts.form.groupNeeded,
    });
  });

  test("speaks of mail addresses where the channel takes them, and of numbers elsewhere", () => {
    const mail = { ...whole, type: channelTypes.email, numbers: "a@b.co" };
    expect(problemsIn(mail, variables, noon)).toEqual({});
    expect(isSomebodyNamed(mail)).toBe(true);
    expect(problemsIn({ ...mail, numbers: "9198765432101" }, variables, noon)).toEqual({
      numbers: texts.byMail.short,
    });
    const file = { path: "f", name: "f.csv", column: "" };
    expect(ofRecipients({ ...mail, file })).toEqual({ file: texts.byMail.columnNeeded });
    expect(recipientWords(channelTypes.email)).toMatchObject({
      label: "E-mail addresses",
      inputMode: "email",
    });
    for (const type of [channelTypes.sms, channelTypes.whatsApp, channelTypes.rcs])
      expect(recipientWords(type)).toMatchObject({ label: "Mobile Numbers", inputMode: "tel" });
    expect(listed({ numbers: "wrong" }, variables, recipientPlaces(channelTypes.email))).toMatchObject([
      { text: "E-mail addresses: wrong" },
    ]);
  });

  test("takes a start in the future, by the clocks of its zone", () => {
    const later = { ...whole, isLater: true, timezone: "Asia/Kolkata", start: "2026/11/24 17:30:00" };
    expect(startOf(later)).toBe("2026-11-24T12:00:00.000Z");
    expect(problemsIn(later, variables, noon)).toEqual({ start: texts.startPast });
    expect(problemsIn(later, variables, noon - 1)).toEqual({});
    expect(problemsIn({ ...later, start: "2028/01/01 00:00:00" }, variables, noon)).toEqual({
      start: texts.startFar(365),
    });
    expect(problemsIn({ ...later, start: "tomorrow" }, variables, noon)).toEqual({ start: texts.startWrong });
    expect(problemsIn({ ...later, timezone: "" }, variables, noon)).toEqual({ timezone: texts.zoneWrong });
    expect(startOf({ ...later, isLater: false })).toBeNull();
  });

  test("sends what was chosen, and only values that there are", () => {
    const request = requestOf(whole, variables);
    expect(request).toMatchObject({
      phoneNumber: ["919876543210", "919876543211"],
      audience: { filter: null, customerIds: [] },
      message: {
        template: {
          templateId: "order",
          templateUId: "t",
          media: picture,
          cards: [{ media: null }, { media: {} }],
        },
      },
      columnMapping: [{ variable: "body/1", type: "static", value: "Asha" }],
    });
    const groups = [{ id: "g", name: "Buyers" }];
    expect(requestOf({ ...whole, also: "matching", groups, search: "a" }, variables).audience.filter).toEqual(
      {
        search: "a",
        groups: ["g"],
        tags: [],
      },
    );
    expect(requestOf({ ...whole, also: "everybody", groups }, variables).audience.filter).toEqual({
      search: "",
      groups: [],
      tags: [],
    });
  });

  test("conditions of a view narrow the audience, and stay away with it", () => {
    const fields = [{ field: "city", is: "oneOf" as const, values: ["Pune"], several: false }];
    const narrowed = {
      ...whole,
      numbers: "",
      people: [],
      file: null,
      groups: [],
      tags: [],
      search: "",
      fields,
    };
    expect(requestOf({ ...narrowed, also: "matching" }, variables).audience.filter).toEqual({
      search: "",
      groups: [],
      tags: [],
      fields,
    });
    expect(ofRecipients({ ...narrowed, also: "matching" })).toEqual({});
    expect(isSomebodyNamed({ ...narrowed, also: "matching" })).toBe(true);
    expect(ofRecipients({ ...narrowed, fields: [], also: "matching" })).not.toEqual({});
    expect(requestOf({ ...narrowed, also: "everybody" }, variables).audience.filter).not.toHaveProperty(
      "fields",
    );
  });

  test("a test goes to nobody but the one number", () => {
    const request = requestOf({ ...whole, also: "everybody" }, variables);
    expect(testOf(request, "91", "Test")).toMatchObject({
      phoneNumber: ["91"],
      audience: { filter: null, customerIds: [] },
    });
    expect(testOf(request, ["91", "92"], "Test").phoneNumber).toEqual(["91", "92"]);
  });

  test("a test of a file reads as its first row, with braces as braces and links as links", () => {
    const request = {
      ...requestOf(whole, variables),
      columnMapping: [
        { variable: "body/1", type: "column" as const, value: "row.First name" },
        {
          variable: "body/2",
          type: "expression" as const,
          value: "{row.City|home}, {contact.name|you} {row.Gone|x}",
        },
        { variable: "buttons.0/1", type: "expression" as const, value: "a/{row.City}" },
      ],
    };
    const row = { "row.First name": "Asha", "row.City": "{New} Delhi" };
    // Half of an emoji, as a file that was cut has it, is no reason to fail.
    expect(testOf(request, "91", "Test", { "row.City": "\u{1F389}\uD83C" }).columnMapping[2]?.value).toBe(
      "a/%F0%9F%8E%89%EF%BF%BD",
    );
    expect(testOf(request, "91", "Test", row).columnMapping).toEqual([
      { variable: "body/1", type: "static", value: "Asha" },
      { variable: "body/2", type: "expression", value: "{{New}} Delhi, {contact.name|you} x" },
      { variable: "buttons.0/1", type: "expression", value: "a/%7BNew%7D%20Delhi" },
    ]);
  });

  test("finds the place of what the server refuses", () => {
    const request = requestOf(whole, variables);
    const placed = {
      channelId: "channel",
      "message.template.templateUId": "template",
      "message.template.media": "media",
      "message.template.cards.1.media": "cards.1",
      "phoneNumber.0": "numbers",
      "audience.filter.groups": "groups",
      "columnMapping.body/1": "mapping.body/1",
      "columnMapping.0.value": "mapping.body/1",
      startAt: "start",
      resourceId: undefined,
    };
    for (const [name, place] of Object.entries(placed)) expect(placeOf(name, request)).toBe(place);
  });

  test("documents are PDF, pictures and videos of their kind", () => {
    expect(isFitting("DOC", "application/pdf")).toBe(true);
    expect(isFitting("DOC", "application/msword")).toBe(false);
    expect(isFitting("IMAGE", "video/mp4")).toBe(false);
    expect(isFitting("VIDEO", "video/mp4")).toBe(true);
  });

  test("says of two variables of one name where each is", () => {
    expect(labelOf(parameter)).toBe("{{1}}");
    expect(labelOf({ ...parameter, name: "header/1" })).toBe("{{1}} (header)");
    expect(labelOf({ ...parameter, name: "buttons.1/1", type: "URL" })).toBe("{{1}} (button 2)");
    expect(labelOf({ ...parameter, name: "cards.1.body/1" })).toBe("{{1}} (card 2)");
    expect(labelOf({ ...parameter, name: "buttons.0", type: "CODE" })).toBe("Code to copy");
  });
});

test("a recipient's words stand for the header's, the body's and the footer's", () => {
  const own = components.parse({
    header: { format: "TEXT", text: "Hi" },
    body: { text: "Hello {{1}}" },
    footer: { text: "Bye" },
  });
  const read = readBy(own, "Hi\n\nHello Asha\n\nBye", channelTypes.whatsApp);
  expect([read.header, read.body.text, read.footer]).toEqual([null, "Hi\n\nHello Asha\n\nBye", null]);
  expect(readBy(own, "Hello", channelTypes.email).header?.text).toBe("Hi");
  const shown = componentsOf(components.parse({ header: { format: "IMAGE" } }), whole);
  expect([shown.header?.medium, shown.samples]).toEqual([picture, { "body/1": " Asha " }]);
});
