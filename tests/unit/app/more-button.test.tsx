import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MoreButton } from "#app/features/more-pages/more-pages.tsx";

test("the button for more is not busy while what is shown is only asked for anew", () => {
  const shown = renderToStaticMarkup(
    <MoreButton hasMore busy count={20} onMore={() => undefined}>
      More
    </MoreButton>,
  );
  expect(shown).toContain("More");
  expect(shown).not.toContain("aria-busy");
  expect(shown).not.toContain("aria-disabled=");
});
