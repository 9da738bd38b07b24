import { beforeEach, expect, test, vi } from "vitest";
import { keepLasting, ownDrafts } from "#app/drafts/storage.ts";
import { forgetUnderway, readDraft, withoutPart, withPart } from "#app/routes/chats/composer/answer-draft.ts";
import { formatEdit } from "#app/routes/chats/composer/formats.ts";
import {
  allArrived,
  beginOutgoing,
  dropOutgoing,
  refuseOutgoing,
} from "#app/routes/chats/composer/outgoing.ts";
import { FakeStorage } from "#tests/support/fake-storage.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", new FakeStorage());
  vi.stubGlobal("localStorage", new FakeStorage());
  ownDrafts("kiran");
});

const part = { text: "Yes, I am", file: undefined, since: 3 };
const draft = { mode: "reply" as const, note: "", reply: "" };

test("a refused answer is given back, but never over what was written meanwhile", () => {
  expect(withPart(draft, part)).toMatchObject({ reply: "Yes, I am", since: 3 });
  expect(withPart({ ...draft, reply: "By the way" }, part).reply).toBe("By the way");
  expect(withoutPart({ ...draft, reply: "Yes, I am" }, part).reply).toBe("");
  expect(withoutPart({ ...draft, reply: "Yes, I am here" }, part).reply).toBe("Yes, I am here");
});

test("a refused note is given back to the notes with whom it names, and a template to nobody", () => {
  const mentions = [{ uId: "u1", name: "Ravi" }];
  const note = { ...part, kind: "note" as const, mentions };
  expect(withPart(draft, note)).toMatchObject({ note: "Yes, I am", mentions, reply: "" });
  expect(withPart({ ...draft, note: "Meanwhile" }, note).note).toBe("Meanwhile");
  expect(withoutPart({ ...draft, note: "Yes, I am", reply: "Yes, I am" }, note)).toMatchObject({
    note: "",
    reply: "Yes, I am",
  });
  const template = { ...part, kind: "template" as const };
  expect(withPart(draft, template)).toEqual(draft);
  expect(withoutPart({ ...draft, reply: "Yes, I am" }, template).reply).toBe("Yes, I am");
});

test("a chat waits for its answers before it is closed, and hears that one was refused", async () => {
  const one = { ...part, chatId: "closing", at: 1, reason: "", isReturned: false };
  expect(await allArrived("closing")).toBe(true);
  for (const outcome of ["arrived", "refused"]) {
    beginOutgoing({ ...one, id: outcome });
    let heard: boolean | undefined;
    const waiting = allArrived("closing").then((all) => (heard = all));
    await Promise.resolve();
    expect(heard).toBeUndefined();
    if (outcome === "arrived") dropOutgoing(({ id }) => id === outcome);
    else refuseOutgoing(outcome, "no");
    expect(await waiting).toBe(outcome === "arrived");
  }
});

test("an answer on its way is written again after a reload, but not while it is still on its way, nor once it arrived", () => {
  const underway = [{ ...part, id: "one" }];
  keepLasting("chat 1", { ...draft, reply: "By the way", underway });
  expect(readDraft("1").reply).toBe("Yes, I am\nBy the way");
  beginOutgoing({ ...part, id: "one", chatId: "1", at: 0, reason: "", isReturned: false });
  expect(readDraft("1").reply).toBe("By the way");
  dropOutgoing(() => true);
  forgetUnderway("1", "one");
  keepLasting("chat 2", { ...draft, underway: [{ ...part, id: "two", kind: "note" }] });
  expect(readDraft("2")).toMatchObject({ note: "Yes, I am", reply: "" });
  expect(readDraft("1").reply).toBe("By the way");
});

/** The text with its selection between brackets, after a format. */
function formatted(marked: string, mark: Parameters<typeof formatEdit>[2]): string {
  const [from, to] = [marked.indexOf("["), marked.indexOf("]") - 1];
  const text = marked.replace(/[[\]]/g, "");
  const edit = formatEdit(text, { from, to }, mark);
  const next = text.slice(0, edit.from) + edit.words + text.slice(edit.to);
  const { selected } = edit;
  return `${next.slice(0, selected.from)}[${next.slice(selected.from, selected.to)}]${next.slice(selected.to)}`;
}

test("a format goes around the selected words, spaces stay outside, and a second time takes it away", () => {
  expect(formatted("Your [card ]is lost", "bold")).toBe("Your *[card]* is lost");
  expect(formatted("Your *[card]* is lost", "bold")).toBe("Your [card] is lost");
  expect(formatted("Your [*card*] is lost", "bold")).toBe("Your [card] is lost");
  expect(formatted("Hello []", "italic")).toBe("Hello _[]_");
  expect(formatted("[a\nb]", "strike")).toBe("[~a~\n~b~]");
  expect(formatted("[a\nb]", "mono")).toBe("```[a\nb]```");
});
