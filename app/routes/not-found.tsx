import { data } from "react-router";
import { brandStore, usualBrand } from "#app/lib/brand.ts";
import { Logo } from "#app/components/logo.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { shellTexts } from "#texts/shell.ts";
import { useStore } from "#app/lib/store.ts";
import { titleOf } from "#app/lib/title.ts";

export const loader = () => data(null, { status: 404 });

export const meta = () => titleOf(shellTexts.notFoundTitle);

export default function NotFound() {
  const shell = shellTexts;
  const { title } = useStore(brandStore, usualBrand);
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-6">
      <div className="flex flex-col items-center gap-4 text-center">
        <Logo />
        <h1 className="text-2xl font-semibold tracking-tight">{shell.welcomeTo(title)}</h1>
        <p className="max-w-md text-muted">{shell.unknownPage}</p>
        <ButtonLink to="/" tone="primary">
          {shell.backToDashboard}
        </ButtonLink>
      </div>
    </main>
  );
}
