import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { authTexts } from "#texts/auth.ts";
import { useHydrated } from "#app/lib/store.ts";
import type { Entry } from "./use-entry-form.ts";

export interface EntryFormProps {
  entry: Entry;
  submit: string;
  submitting: string;
  /** Shown with an error when the link has expired. */
  whenOver?: ReactNode;
  children: ReactNode;
}

/** A form outside the shell: its errors, fields and button. */
export function EntryForm({ entry, submit, submitting, whenOver, children }: EntryFormProps) {
  const hydrated = useHydrated();
  const { form, submit: send, notice, busy, problems, round } = entry;
  return (
    <form ref={form} method="post" noValidate onSubmit={send} className="grid gap-4">
      {notice && (
        <Banner key={notice.text} kind={notice.kind} live>
          <p className="font-medium">{notice.text}</p>
          {notice.more && <p>{notice.more}</p>}
          {notice.over && whenOver}
        </Banner>
      )}
      <ErrorSummary problems={problems} round={round} />
      {children}
      <Button type="submit" tone="primary" size="lg" busy={busy} disabled={!hydrated}>
        {busy ? submitting : submit}
      </Button>
      <noscript>
        <Banner kind="warning">{authTexts.noScript}</Banner>
      </noscript>
    </form>
  );
}

/** The title of a page outside the shell, with a sentence below it. */
export function EntryTitle({
  title,
  lead,
  takesFocus = false,
}: {
  title: string;
  lead?: string;
  /** True when it replaces another part of the page. */
  takesFocus?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight">
        {title}
      </h1>
      {lead ? <p className="mt-1 mb-6 text-muted">{lead}</p> : <div className="mb-6" />}
    </>
  );
}

/** A link in the text of these pages. */
export function EntryLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="finger inline-block min-h-6 rounded text-accent-ink underline underline-offset-2"
    >
      {children}
    </Link>
  );
}
