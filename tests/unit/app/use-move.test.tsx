import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { ConfirmProvider } from "#app/components/ui/confirm-dialog.tsx";
import { noticeStore, noNotices } from "#app/components/ui/toast-store.ts";
import { ApiError } from "#app/data/api.ts";
import { useMove } from "#app/kit/use-move.ts";

beforeEach(() => noticeStore.set(noNotices));

/** Presses a button whose move is refused; returns how often the screen was shown anew. */
async function refused(options?: { goes: boolean }): Promise<number> {
  let move: ReturnType<typeof useMove>["move"] | undefined;
  let anew = 0;
  function Moving() {
    ({ move } = useMove(() => Promise.resolve((anew += 1)), options));
    return null;
  }
  renderToStaticMarkup(
    <ConfirmProvider>
      <Moving />
    </ConfirmProvider>,
  );
  await move?.(() => Promise.reject(new ApiError("Somebody else was first.", { status: 409 })));
  return anew;
}

test("a refusal whose place goes with it is said by a toast that stays", async () => {
  expect(await refused({ goes: true })).toBe(1);
  expect(noticeStore.get().current).toMatchObject({ kind: "error", text: "Somebody else was first." });
});

test("any other refusal is said in its place alone", async () => {
  expect(await refused()).toBe(1);
  expect(noticeStore.get().current).toBeUndefined();
});
