import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { smsOf } from "#workers/channels/sms-words.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { fitsRegistered, type RegisteredText } from "#workers/contract/templates/registered.ts";

const links = ["https://bank.example/"];
const fits = (text: string, sent: string) => fitsRegistered({ text, links }, sent);

describe("a text fits the registered one", () => {
  test.for<[string, string, string]>([
    ["with its variables filled in", "Dear {#var#}, Rs {#numeric#} left.", "Dear Asha Rao, Rs 1500 left."],
    ["with a variable of 30 letters", "Dear {#var#}.", `Dear ${"a".repeat(30)}.`],
    ["with variables beside one another", "{#var#}{#var#}", "a".repeat(60)],
    ["with a link that was whitelisted", "See {#url#} now", "See https://bank.example/a?b=1 now"],
    ["with other spaces and line breaks", "Dear {#var#},\nhello", "Dear  Asha, hello "],
    ["in another script", "प्रिय {#var#}, नमस्ते", "प्रिय आशा, नमस्ते"],
    ["with words of its own in a value", "To {#var#} to {#var#}", "To a to b to c"],
  ])("%s", ([, text, sent]) => expect(fits(text, sent)).toBe(true));

  test.for<[string, string, string]>([
    ["in another word", "Dear {#var#}, hello", "Dear Asha, hullo"],
    ["with a word more", "Dear {#var#}, hello", "Dear Asha, hello!"],
    ["with a variable of 31 letters", "Dear {#var#}.", `Dear ${"a".repeat(31)}.`],
    ["with a variable left empty", "Dear {#var#}.", "Dear ."],
    ["with letters for a number", "Rs {#numeric#} left.", "Rs 15a left."],
    ["with another link", "See {#url#} now", "See https://evil.example/ now"],
    ["with a tag that nobody registers", "Dear {#name#}.", "Dear Asha."],
  ])("not %s", ([, text, sent]) => expect(fits(text, sent)).toBe(false));

  test("whatever the values are, and never takes long", () => {
    const word = fc.string({ minLength: 1, maxLength: 30 }).filter((each) => /\S/.test(each));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (values) => {
        const text = values.map((_, index) => `part ${index} {#var#}`).join(" ");
        const sent = values.map((value, index) => `part ${index} ${value.trim()}`).join(" ");
        return fits(text, sent);
      }),
    );
    const began = performance.now();
    expect(fits("{#var#}".repeat(40), "a".repeat(1_201))).toBe(false);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("an SMS goes under the template", () => {
  const registered: RegisteredText[] = [
    { name: "debit", language: "en", templateId: "1107", text: "Rs {#numeric#} left.", links },
    { name: "hello", language: "en", templateId: "1108", text: "Hello {#var#}!", links },
  ];
  const said = (text: string): MessageBody => ({ kind: "text", text });
  const template = (name: string, rendered: string): MessageBody => ({
    kind: "template",
    name,
    language: "en",
    body: [],
    buttons: [],
    rendered,
  });
  const of = (body: MessageBody, settings = {}) => smsOf({ body, registered }, settings);

  test("that its words are, else that of the channel", () => {
    expect(of(said("Hello Asha!"))).toEqual({ text: "Hello Asha!", templateId: "1108" });
    expect(of(said("Good day"), { templateId: "1" })).toEqual({ text: "Good day", templateId: "1" });
    expect(of(said("Good day"))).toEqual({ text: "Good day", templateId: undefined });
  });

  test("that is meant, and is refused where the words are not its own", () => {
    expect(of(template("debit", "Rs 5 left."))).toEqual({ text: "Rs 5 left.", templateId: "1107" });
    expect(of(template("debit", "Hello Asha!"))).toEqual({
      refused: expect.stringContaining('"debit"') as string,
    });
    expect(of(template("1109160000000011111", "Anything"))).toMatchObject({
      templateId: "1109160000000011111",
    });
  });
});
