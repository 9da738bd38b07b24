import { expect, test } from "vitest";
import { noticeStore, noNotices, timeOf, toast } from "#app/components/ui/toast-store.ts";

test("a utility toast stays for 6 seconds, a success for 8, and an error until it is closed", () => {
  const timeOfNow = () => {
    const { current } = noticeStore.get();
    return current && timeOf(current);
  };
  toast.info("Discarded.");
  expect(timeOfNow()).toBe(6_000);
  toast.warning("Please wait.");
  expect(timeOfNow()).toBe(6_000);
  toast.success("Saved.");
  expect(timeOfNow()).toBe(8_000);
  toast.error("Not saved.");
  expect(timeOfNow()).toBeUndefined();
});

test("the bell hears only of what others or the background did, the newest first", () => {
  noticeStore.set(noNotices);
  toast.success("Saved.");
  toast.info("Kiran mentioned you.", { kept: true });
  toast.warning("The storage is nearly full.", { kept: true });
  const { recent, unread } = noticeStore.get();
  expect(recent.map(({ text }) => text)).toEqual(["The storage is nearly full.", "Kiran mentioned you."]);
  expect(unread).toBe(2);
});
