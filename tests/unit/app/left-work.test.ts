import { beforeEach, expect, test } from "vitest";
import { keepNotice, noNotices, noticeStore, toast } from "#app/components/ui/toast-store.ts";
import { beginWork, followWork, leftWork, nothingLeft, seenWork, takeWork } from "#app/kit/left-work.ts";

const left = () => leftWork.get().map(({ id }) => id);

beforeEach(() => {
  for (const { id } of leftWork.get()) takeWork(id);
  expect(leftWork.get()).toBe(nothingLeft);
});

test("work is left once no screen follows it, and its end is told by one alone", () => {
  const leave = followWork("a");
  beginWork("a", "agent.train", "/bots/a");
  expect(left()).toEqual([]);
  expect(takeWork("a")).toBe(false);
  const leaveToo = followWork("a");
  leave();
  expect(left()).toEqual([]);
  leaveToo();
  expect(leftWork.get()).toEqual([{ id: "a", kind: "agent.train", to: "/bots/a" }]);
  expect([takeWork("a"), takeWork("a")]).toEqual([true, false]);
  expect(left()).toEqual([]);
});

test("an end that a screen has shown is told by no other, and one that came after the screen was left is", () => {
  beginWork("a", "customers.bulk", "/customers");
  beginWork("b", "customers.bulk", "/customers");
  const [leaveA, leaveB] = [followWork("a"), followWork("b")];
  seenWork("a");
  leaveA();
  leaveB();
  seenWork("b");
  expect(left()).toEqual(["b"]);
});

test("work that others have begun is followed, and never left", () => {
  followWork("theirs")();
  expect(left()).toEqual([]);
});

test("what is begun anew under the same id, as an import that was checked, is left once", () => {
  beginWork("a", "customers.import", "/check");
  beginWork("a", "customers.import", "/import");
  expect(leftWork.get().map(({ to }) => to)).toEqual(["/import"]);
});

test("a notice of the bell alone leaves the toast that is shown", () => {
  noticeStore.set(noNotices);
  toast.success("Saved.");
  keepNotice("success", "Bot trained", undefined);
  const { current, recent, unread } = noticeStore.get();
  expect([current?.text, recent.map(({ text }) => text), unread]).toEqual(["Saved.", ["Bot trained"], 1]);
});
