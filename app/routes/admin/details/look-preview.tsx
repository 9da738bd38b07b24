import { useEffect, useRef } from "react";
import { propertiesOf } from "#app/lib/brand.ts";
import { LogoMark } from "#app/components/logo.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import { productName } from "#app/lib/product.ts";
import { isColour, suggestionFor, type ThemeName } from "#workers/contract/accent.ts";
import type { WhiteLabel } from "#workers/contract/endpoints/profile.ts";

/** The stylesheet's accents, used while no colour is chosen. */
export const usualAccents: Record<ThemeName, string> = { light: "#0b6b83", dark: "#4fc0da" };

/** The colours in use on a theme's background, whatever the page's theme. A picture of controls, not controls. */
export function LookPreview({
  theme,
  draft,
  logo,
}: {
  theme: ThemeName;
  draft: Pick<WhiteLabel, "title" | "accent" | "accentDark">;
  logo: string | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const typed = (theme === "light" ? draft.accent : draft.accentDark).trim().toLowerCase();
  // A rejected colour is never used, so the preview shows the one suggested instead.
  const accent = isColour(typed) ? suggestionFor(typed, theme) : usualAccents[theme];
  // Set through the CSSOM: the page's content security policy allows no inline styles.
  useEffect(() => {
    for (const [name, value] of Object.entries(propertiesOf(accent, theme))) {
      box.current?.style.setProperty(name, value);
    }
  }, [accent, theme]);
  const title = draft.title.trim() || productName();
  return (
    <figure className="grid gap-1">
      <figcaption className="text-[0.8125rem] text-muted">{texts.previewOf[theme]}</figcaption>
      <div
        ref={box}
        aria-hidden
        className={cx(
          theme === "light" ? "theme-light" : "dark",
          "grid gap-3 rounded-lg border border-line bg-canvas p-4 text-ink",
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          {logo ? <img src={logo} alt="" className="size-8 shrink-0 rounded object-contain" /> : <LogoMark />}
          <span className="truncate text-lg font-bold tracking-tight">{title}</span>
        </span>
        <p className="truncate font-semibold">{texts.welcome(title)}</p>
        <span className="flex flex-wrap items-center gap-3">
          <span className="rounded-md bg-accent px-3.5 py-1.5 font-medium text-on-accent">
            {texts.previewButton}
          </span>
          <span className="text-accent-ink underline underline-offset-2">{texts.previewLink}</span>
          <span className="rounded-md bg-accent-soft px-2.5 py-1 text-accent-ink">{texts.previewChosen}</span>
        </span>
      </div>
    </figure>
  );
}
