import { cx } from "#app/components/ui/cx.ts";
import { PauseSlides, SlideBox, useSlides } from "#app/components/slides.tsx";
import { authTexts as auth } from "#texts/auth.ts";
import { pictures } from "./pictures.tsx";

const SLIDE_MS = 3_000;

/** Pictures of the product, beside the forms of signing in. */
export function Carousel() {
  const slides = useSlides(auth.slides.length, SLIDE_MS);
  const { at, go, moving, hold } = slides;
  return (
    <SlideBox label={auth.carousel} hold={hold} className="w-full max-w-xl">
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
            onClick={() => go(slide)}
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
        <PauseSlides slides={slides} texts={{ pause: auth.pauseSlides, play: auth.playSlides }} />
      </div>
    </SlideBox>
  );
}
