import { Inbox, RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ApiError } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Logo } from "#app/components/logo.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
import { titleOf } from "#app/lib/title.ts";
import { listMails, type PreviewedMail } from "#workers/contract/endpoints/mail-preview.ts";
import { MailList } from "./mail-list.tsx";
import { MailView } from "./mail-view.tsx";

const EVERY_MS = 5_000;

export const meta = () => titleOf(texts.mailPreview);

/** The mail of a local system, which is not delivered anywhere; polled every few seconds. */
export default function MailPreview() {
  const { answer, failure, asking, reload } = useQueryOf(listMails);
  const [chosen, setChosen] = useState<string>();
  const again = useRef(reload);
  useEffect(() => {
    again.current = reload;
  });
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && again.current(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="mx-auto grid min-h-dvh max-w-6xl grid-cols-1 content-start gap-6 px-5 py-6 sm:px-10">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Logo />
        <Link
          to="/login"
          className="inline-block min-h-6 rounded text-accent-ink underline underline-offset-2"
        >
          {authTexts.signInLink}
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight">
              {texts.mailPreview}
            </h1>
            <p className="mt-1 text-muted">{texts.mailPreviewLead}</p>
          </div>
          <Button icon={<RotateCw aria-hidden />} aria-disabled={asking} onClick={() => !asking && reload()}>
            {texts.refresh}
          </Button>
        </div>
        <Content
          mails={failure ? undefined : answer?.mails}
          failure={failure}
          chosen={chosen}
          onChoose={setChosen}
          onRetry={reload}
        />
      </main>
    </div>
  );
}

interface ContentProps {
  mails: readonly PreviewedMail[] | undefined;
  failure: ApiError | undefined;
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onRetry: () => void;
}

function Content({ mails, failure, chosen, onChoose, onRetry }: ContentProps) {
  if (failure) {
    if (failure.status === 404) {
      return (
        <EmptyState icon={<Inbox />} title={texts.mailPreviewClosed}>
          {texts.mailPreviewClosedText}
        </EmptyState>
      );
    }
    return <ErrorState text={failure.message} requestId={failure.requestId} onRetry={onRetry} />;
  }
  if (!mails) return <SkeletonRows />;
  if (mails.length === 0) {
    return (
      <EmptyState icon={<Inbox />} title={texts.mailPreviewEmpty}>
        {texts.mailPreviewEmptyText}
      </EmptyState>
    );
  }
  const shown = mails.find(({ id }) => id === chosen) ?? mails[0];
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(18rem,2fr)_minmax(0,3fr)]">
      <MailList mails={mails} shown={shown?.id} onChoose={onChoose} />
      {shown && <MailView key={shown.id} mail={shown} />}
    </div>
  );
}
