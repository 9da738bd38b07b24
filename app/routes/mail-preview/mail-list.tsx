import { cx } from "#app/components/ui/cx.ts";
import { formatMoment } from "#app/lib/format.ts";
import { accountTexts as texts } from "#texts/account.ts";
import type { PreviewedMail } from "#workers/contract/endpoints/mail-preview.ts";

export interface MailListProps {
  mails: readonly PreviewedMail[];
  shown: string | undefined;
  onChoose: (id: string) => void;
}

export function MailList({ mails, shown, onChoose }: MailListProps) {
  return (
    <ul
      aria-label={texts.mailPreviewList}
      className="max-h-64 divide-y divide-line overflow-y-auto rounded-xl border border-line bg-surface lg:max-h-[70dvh]"
    >
      {mails.map(({ id, to, subject, at, kept }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === shown}
            onClick={() => onChoose(id)}
            className={cx(
              "grid w-full gap-0.5 px-4 py-3 text-left hover:bg-hover focus-visible:outline-offset-[-2px]",
              id === shown && "bg-accent-soft",
            )}
          >
            <span className="font-medium break-words">{subject}</span>
            <span className="text-[0.8125rem] break-all">{to}</span>
            <span className={cx("text-xs", id === shown ? "text-ink" : "text-muted")}>
              <time dateTime={at}>{formatMoment(at)}</time>
              {" · "}
              {kept ? texts.kept : texts.waiting}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
