import { Pause, Play } from "lucide-react";
import { type FocusEvent, useEffect, useState, useSyncExternalStore } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { authTexts as auth } from "#texts/auth.ts";
import { pictures } from "./pictures.tsx";

const SLIDE_MS = 3_000;

/** Advances automatically unless it is hovered, has the focus, is paused, or reduced motion is preferred. */
export function Carousel() {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [held, setHeld] = useState(false);
  const still = useReducedMotion();
  const moving = playing && !held && !still;
  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(() => setAt((at + 1) % auth.slides.length), SLIDE_MS);
    return () => clearTimeout(timer);
  }, [moving, at]);
  const release = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
  };
  return (
    // Hover and focus only pause it; there is nothing to press.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label={auth.carousel}
      className="w-full max-w-xl"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={release}
    >
      <div className="grid" aria-live={moving ? "off" : "polite"}>
        {auth.slides.map(({ title, text }, slide) => {
          const Picture = pictures[slide];
          const shown = slide === at;
          return (
            <div
              key={title}
              role="group"
              aria-roledescription="slide"
              aria-label={auth.slideOf(slide + 1, auth.slides.length)}
              className={cx(
                "col-start-1 row-start-1 text-center transition-[opacity,visibility] duration-500",
                shown ? "opacity-100" : "invisible opacity-0",
              )}
            >
              {Picture && <Picture />}
              <p className="mt-6 text-xl font-semibold tracking-tight text-balance">{title}</p>
              <p className="mx-auto mt-1.5 max-w-md text-[0.9375rem] text-balance text-muted">{text}</p>
            </div>
          );
        })}
      </div>
      <div className="mt-6 flex items-center justify-center gap-1">
        {auth.slides.map(({ title }, slide) => (
          <button
            key={title}
            type="button"
            aria-label={auth.slideOf(slide + 1, auth.slides.length)}
            aria-current={slide === at}
            onClick={() => setAt(slide)}
            className="group flex size-7 items-center justify-center rounded-full"
          >
            <span
              className={cx(
                "h-2 rounded-full transition-all",
                slide === at ? "w-5 bg-accent" : "w-2 bg-edge group-hover:bg-muted",
              )}
            />
          </button>
        ))}
        {!still && (
          <IconButton
            size="sm"
            side="top"
            label={playing ? auth.pauseSlides : auth.playSlides}
            icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />}
            onClick={() => setPlaying(!playing)}
          />
        )}
      </div>
    </div>
  );
}

const REDUCED = "(prefers-reduced-motion: reduce)";

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(REDUCED).matches,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(REDUCED);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
