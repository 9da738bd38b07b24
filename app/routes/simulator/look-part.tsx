import { simulatorTexts as texts } from "#texts/simulator.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";

interface Letter {
  from: string;
  to: string;
  subject: string | undefined;
}

/** What only some messengers show of a message: the head of a letter, or how many SMS its words are. */
export const LookPart = ({ letter, counted }: { letter?: Letter; counted?: string }) => (
  <>
    {letter && <LetterHead {...letter} />}
    {counted !== undefined && <span>{texts.parts(smsParts(counted).parts)}</span>}
  </>
);

function LetterHead({ from, to, subject }: Letter) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 border-b border-current/25 pb-1 text-xs">
      {[
        [texts.from, from],
        [texts.to, to],
        [texts.subject, subject ?? texts.noSubject],
      ].map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-(--bubble-muted)">{term}</dt>
          <dd dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
