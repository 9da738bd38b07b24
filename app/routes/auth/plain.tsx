import { Outlet } from "react-router";
import { LanguageSwitch } from "#app/features/language-switch.tsx";
import { Logo } from "#app/components/logo.tsx";

/** Layout of the public pages without slides. */
export default function Plain() {
  return (
    <div className="flex min-h-dvh flex-col items-center px-5 py-6 sm:px-10">
      <header className="self-start">
        <Logo />
      </header>
      <main id="main" tabIndex={-1} className="my-auto w-full max-w-md py-8">
        <Outlet />
      </main>
      <footer>
        <LanguageSwitch />
      </footer>
    </div>
  );
}
