import { ExternalLink } from "lucide-react";
import { CopyButton } from "#app/components/copy-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import type { PreviewedMail } from "#workers/contract/endpoints/mail-preview.ts";

/** One mail: its link or code, and its content as sandboxed HTML and as plain text. */
export function MailView({ mail: { id, subject, to, name, text, link, code } }: { mail: PreviewedMail }) {
  return (
    <Card className="grid min-w-0 grid-cols-1 gap-4 p-5">
      <div>
        <h2 className="text-lg font-semibold break-words">{subject}</h2>
        <p className="[overflow-wrap:anywhere] text-muted">
          {texts.to}: {name ? `${name} <${to}>` : to}
        </p>
      </div>
      {(link || code) && (
        <div className="flex flex-wrap items-center gap-3">
          {link && (
            <a href={link} className={buttonClass("primary", "md")}>
              <ExternalLink aria-hidden />
              {texts.openLink}
            </a>
          )}
          {code && (
            <>
              <code className="rounded-md bg-sunken px-3 py-1.5 text-lg font-semibold tracking-widest">
                {code}
              </code>
              <CopyButton text={code} label={texts.copyCode} copied={texts.copied} />
            </>
          )}
        </div>
      )}
      <Tabs
        label={subject}
        items={[
          {
            id: "html",
            label: texts.preview,
            content: (
              <iframe
                title={texts.previewOf(subject)}
                src={`/api/account/outbox/${id}/html`}
                sandbox="allow-top-navigation-by-user-activation"
                className="h-[26rem] w-full rounded-lg border border-line bg-paper"
              />
            ),
          },
          {
            id: "text",
            label: texts.plain,
            content: (
              <pre className="overflow-x-auto rounded-lg bg-sunken p-4 font-mono text-[0.8125rem] break-words whitespace-pre-wrap">
                {text}
              </pre>
            ),
          },
        ]}
      />
    </Card>
  );
}
