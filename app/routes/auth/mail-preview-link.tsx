import { Mail } from "lucide-react";
import { Link } from "react-router";
import { accountTexts } from "#texts/account.ts";
import { useHydrated } from "#app/lib/store.ts";

/** On a local system only: mail is not delivered there, so the link leads to the mail preview. */
export function MailPreviewLink() {
  const hydrated = useHydrated();
  if (!hydrated || !["127.0.0.1", "localhost", "[::1]"].includes(location.hostname)) return null;
  return (
    <Link
      to="/outbox"
      className="finger inline-flex min-h-6 items-center gap-2 rounded text-[0.8125rem] text-muted underline underline-offset-2 hover:text-ink"
    >
      <Mail aria-hidden className="size-4" />
      {accountTexts.mailPreviewLink}
    </Link>
  );
}
