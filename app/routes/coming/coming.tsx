import { Hammer } from "lucide-react";
import type { ReactNode } from "react";
import { type UIMatch, useMatches } from "react-router";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { comingTexts } from "#texts/coming.ts";
import { helpTexts } from "#texts/help.ts";
import { shellTexts } from "#texts/shell.ts";
import { titleOf } from "#app/lib/title.ts";
import type { Route } from "./+types/coming.ts";

/** The page of every address whose screen is not built yet: it says so, and what is coming. */
export function meta({ matches }: Route.MetaArgs) {
  return titleOf(textOf(matches)[0]);
}

export default function Coming() {
  const [title, text] = textOf(useMatches());
  return (
    <Page title={title}>
      <NotBuilt text={text} action={<ButtonLink to="/dashboard">{shellTexts.backToDashboard}</ButtonLink>} />
    </Page>
  );
}

function NotBuilt({ text, action }: { text: string; action: ReactNode }) {
  return (
    <Card className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Hammer aria-hidden className="size-6" />
      </span>
      <p className="text-base font-semibold">{shellTexts.notBuilt}</p>
      <p className="max-w-md text-muted">{text}</p>
      <div className="mt-2">{action}</div>
    </Card>
  );
}

function textOf(matches: readonly (Pick<UIMatch, "id"> | undefined)[]): readonly [string, string] {
  const texts: Record<string, readonly [string, string]> = comingTexts;
  return texts[matches.at(-1)?.id ?? ""] ?? [helpTexts.comingSoon, ""];
}
