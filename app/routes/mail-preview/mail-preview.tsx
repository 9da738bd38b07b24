import { Inbox, RotateCw } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import { ApiError, call } from "#app/data/api.ts";
import { Logo } from "#app/components/logo.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
import { errorsTexts } from "#texts/errors.ts";
import { titleOf } from "#app/lib/title.ts";
import { outbox, type PreviewedMail } from "#workers/contract/endpoints/mail-preview.ts";
import { MailList } from "./mail-list.tsx";
import { MailView } from "./mail-view.tsx";

const EVERY_MS = 5_000;

export const meta = () => titleOf(texts.outbox);

type Loaded = { mails: PreviewedMail[] } | { failure: ApiError | undefined };

/** The mail of a local system, which is not delivered anywhere; polled every few seconds. */
export default function MailPreview() {
  const [loaded, setLoaded] = useState<Loaded>();
  const [chosen, setChosen] = useState<string>();
  const [busy, setBusy] = useState(false);
  const load = useCallback(() => mailsNow().then(setLoaded), []);
  useEffect(() => {
    void load();
    const timer = setInterval(() => document.visibilityState === "visible" && void load(), EVERY_MS);
    return () => clearInterval(timer);
  }, [load]);
  const refresh = async () => {
    setBusy(true);
    await load();
    setBusy(false);
  };
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
              {texts.outbox}
            </h1>
            <p className="mt-1 text-muted">{texts.outboxLead}</p>
          </div>
          <Button icon={<RotateCw aria-hidden />} busy={busy} onClick={refresh}>
            {texts.refresh}
          </Button>
        </div>
        <Content loaded={loaded} chosen={chosen} onChoose={setChosen} onRetry={refresh} />
      </main>
    </div>
  );
}

interface ContentProps {
  loaded: Loaded | undefined;
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onRetry: () => void;
}

function Content({ loaded, chosen, onChoose, onRetry }: ContentProps) {
  if (!loaded) return <SkeletonRows />;
  if ("failure" in loaded) {
    const { failure } = loaded;
    if (failure?.status === 404) {
      return (
        <EmptyState icon={<Inbox />} title={texts.outboxClosed}>
          {texts.outboxClosedText}
        </EmptyState>
      );
    }
    return (
      <ErrorState
        text={failure?.message ?? errorsTexts.internal}
        requestId={failure?.requestId}
        onRetry={onRetry}
      />
    );
  }
  const { mails } = loaded;
  if (mails.length === 0) {
    return (
      <EmptyState icon={<Inbox />} title={texts.outboxEmpty}>
        {texts.outboxEmptyText}
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

async function mailsNow(): Promise<Loaded> {
  try {
    return await call(outbox);
  } catch (error) {
    return { failure: error instanceof ApiError ? error : undefined };
  }
}
