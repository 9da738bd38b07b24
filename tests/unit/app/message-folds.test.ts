import { expect, test } from "vitest";
import { foldsOf } from "#app/routes/chats/messages/message-folds.ts";
import { changedMessage as message } from "#tests/support/changed-chat.ts";

const said = message({ id: "said", seq: 1, body: { kind: "text", text: "tomorow" } });
const about = (seq: number, body: NonNullable<Parameters<typeof message>[0]>["body"], more = {}) =>
  message({ id: `about ${seq}`, seq, about: "said", body: body ?? null, ...more });

test("edits, reactions and a withdrawal are shown at the message that they name, the last of each", () => {
  const edit = about(2, { kind: "edit", of: "v", text: "tomorrow" });
  const again = about(3, { kind: "edit", of: "v", text: "Tomorrow" });
  const likes = about(4, { kind: "reaction", to: "v", emoji: "👍" });
  const ours = about(5, { kind: "reaction", to: "v", emoji: "🎉" }, { direction: "out" });
  const none = about(6, { kind: "reaction", to: "v", emoji: "" });
  const { of, folded } = foldsOf([again, said, edit, likes, ours]);
  expect(of.get("said")).toEqual({ edited: "Tomorrow", reactions: { in: "👍", out: "🎉" } });
  expect([...folded]).toEqual(["about 2", "about 3", "about 4", "about 5"]);
  expect(foldsOf([said, likes, none]).of.get("said")?.reactions).toEqual({ in: "" });
  expect(foldsOf([said, about(7, { kind: "revoke", of: "v" })]).of.get("said")?.isDeleted).toBe(true);
});

test("what is about a message that is not here stays as it is, and so does an answer", () => {
  const elsewhere = about(2, { kind: "revoke", of: "v" }, { about: "gone" });
  expect(foldsOf([said, elsewhere]).folded.size).toBe(0);
  expect(foldsOf([said, about(3, { kind: "text", text: "yes" })]).folded.size).toBe(0);
});
