import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { formatDayFirst, formatShare } from "#app/lib/format.ts";
import { type Emphasis, inlineParts, plainText } from "#app/lib/plain-text.ts";
import { emotionsTexts } from "#texts/emotions.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import type { EmotionName } from "#workers/contract/emotions.ts";
import type { ReportMessage } from "#workers/contract/endpoints/reports.ts";

const { columns } = texts;

/** Shares of the width by which all eight columns are in sight where the window is wide enough for them. */
const WIDTHS: Record<keyof typeof columns, string> = {
  message: "w-[16.5%]",
  date: "w-[10.5%]",
  identified: "w-[9%]",
  intent: "w-[12%]",
  confidence: "w-[10%]",
  phrase: "w-[15%]",
  response: "w-[16%]",
  emotion: "w-[11%]",
};
const names = Object.keys(columns) as (keyof typeof columns)[];

/** Returns an emotion's name and emoji. */
export const emotionText = (emotion: string | null): string =>
  emotion ? emotionsTexts[emotion as EmotionName].join(" ") : "";

export function MessageTable({
  messages: rows,
  onOpen,
}: {
  messages: readonly ReportMessage[];
  onOpen: (message: ReportMessage) => void;
}) {
  return (
    <Table
      caption={texts.table}
      className="[&_td]:px-2.5 [&_th]:px-2.5 [&_thead_th]:whitespace-normal [&>table]:min-w-[58rem] [&>table]:table-fixed"
    >
      <thead>
        <tr>
          {names.map((name) => (
            <Th key={name} className={WIDTHS[name]}>
              {columns[name]}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          // A larger click target only: the button in the row does the same for keyboards.
          <tr key={row.id} className="cursor-pointer" onClick={() => onOpen(row)}>
            <RowTh>
              <button
                type="button"
                aria-label={texts.openRow(row.userMessage)}
                title={row.userMessage}
                className="line-clamp-2 min-h-6 max-w-full pointer-coarse:border-y-[0.75rem] pointer-coarse:border-transparent text-left [overflow-wrap:anywhere] text-accent-ink underline-offset-2 hover:underline"
              >
                <bdi>{row.userMessage}</bdi>
              </button>
            </RowTh>
            <Td className="text-[0.8125rem] tabular-nums">
              <Moment at={row.createdOn} />
            </Td>
            <Td>{row.intentIdentified ? texts.yes : texts.no}</Td>
            <Td>
              <Short text={row.intent ?? ""} />
            </Td>
            <Td className="tabular-nums">
              <Confidence share={row.confidence} weak={row.weak || !row.intentIdentified} />
            </Td>
            <Td>
              <Short text={row.utterance ?? ""} />
            </Td>
            <Td>
              <Answer text={row.botResponse} />
            </Td>
            <Td className="text-[0.8125rem]">{emotionText(row.emotion)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Breaks between date and time alone. */
function Moment({ at }: { at: string }) {
  const [date, time] = formatDayFirst(at).split(" ");
  return (
    <>
      <span className="whitespace-nowrap">{date}</span> <span className="whitespace-nowrap">{time}</span>
    </>
  );
}

/** Two lines of a text; the whole is in the row's details. */
const Short = ({ text }: { text: string }) => (
  <bdi title={text} className="line-clamp-2 [overflow-wrap:anywhere]">
    {text}
  </bdi>
);

const LOOKS: Record<Emphasis, string> = {
  strong: "font-semibold",
  em: "italic",
  code: "rounded bg-sunken px-0.5 font-mono text-[0.8125rem]",
};

/** The same of an answer, with what is emphasised in it. */
const Answer = ({ text }: { text: string }) => (
  <bdi title={plainText(text)} className="line-clamp-2 [overflow-wrap:anywhere]">
    {inlineParts(text).map(({ words, emphasis }, at) =>
      emphasis.length === 0 ? (
        words
      ) : (
        <span key={at} className={cx(emphasis.map((each) => LOOKS[each]).join(" "))}>
          {words}
        </span>
      ),
    )}
  </bdi>
);

/** The figure, and as a bar; what was weak or missed has another colour. */
export function Confidence({ share, weak }: { share: number; weak: boolean }) {
  return (
    <span className="grid gap-1">
      {formatShare(share)}
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-sunken">
        <span
          className={cx("block h-full rounded-full", weak ? "bg-warning" : "bg-accent")}
          style={{ width: formatShare(share).replace(" ", "") }}
        />
      </span>
    </span>
  );
}
