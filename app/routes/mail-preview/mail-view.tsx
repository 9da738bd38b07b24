import { Copy, ExternalLink } from "lucide-react";
import { useState } from "react";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
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
          {code && <CopyCode code={code} />}
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

function CopyCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  return (
    <>
      <code className="rounded-md bg-sunken px-3 py-1.5 text-lg font-semibold tracking-widest">{code}</code>
      <Button icon={<Copy aria-hidden />} onClick={copy}>
        {texts.copyCode}
      </Button>
      <span role="status" className="text-[0.8125rem] text-muted">
        {copied && texts.copied}
      </span>
    </>
  );
}
