import { simulatorTexts as texts } from "#texts/simulator.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";

interface Letter {
  from: string;
  to: string;
  subject: string | undefined;
}

/** Details of a message that only some messengers show: the head of a letter, or how many SMS its words take. */
export const LookPart = ({
  letter,
  counted,
  typed,
}: {
  letter?: Letter;
  counted?: string;
  /** Words that are being written: how much room is left, too. */
  typed?: string;
}) => (
  <>
    {letter && <LetterHead {...letter} />}
    {typed !== undefined && <Counter text={typed} />}
    {counted !== undefined && <span>{texts.parts(smsParts(counted).parts)}</span>}
  </>
);

function Counter({ text }: { text: string }) {
  const { encoding, parts, left } = smsParts(text);
  return <p className="text-xs text-muted">{texts.counter(texts.parts(parts), left, encoding)}</p>;
}

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
