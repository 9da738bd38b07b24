import { Outlet } from "react-router";
import { Logo } from "#app/components/logo.tsx";
import { authTexts } from "#texts/auth.ts";
import { LanguageSwitch } from "#app/features/language-switch.tsx";
import { Carousel } from "./carousel.tsx";
import { OtherDoor } from "./other-door.tsx";
import { MailPreviewLink } from "./mail-preview-link.tsx";

/** Layout of the public pages with slides: sign-in, sign-up, forgotten and new password. */
export default function WithSlides() {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,5fr)_7fr]">
      <div className="flex flex-col px-5 py-6 sm:px-10 lg:min-h-dvh">
        <header className="flex items-center justify-between gap-4">
          <Logo />
          <OtherDoor />
        </header>
        <main id="main" tabIndex={-1} className="mx-auto my-auto w-full max-w-sm py-8">
          <Outlet />
        </main>
        <footer className="flex min-h-6 flex-wrap items-center justify-center gap-x-6 gap-y-2">
          <LanguageSwitch />
          <MailPreviewLink />
        </footer>
      </div>
      <aside
        aria-label={authTexts.carousel}
        className="flex items-center justify-center border-line bg-sunken p-5 max-lg:border-t sm:p-10 lg:border-l"
      >
        <Carousel />
      </aside>
    </div>
  );
}
