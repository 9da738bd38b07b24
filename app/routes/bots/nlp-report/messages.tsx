import { X } from "lucide-react";
import { useState } from "react";
import { MessagesDrawing } from "#app/components/drawings/messages.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Pager } from "#app/components/ui/pager.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { formatCount } from "#app/lib/format.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import { tryItTexts } from "#texts/try-it.ts";
import type { Feeling } from "#workers/contract/emotions.ts";
import type { TurnKind } from "#workers/contract/endpoints/bot-sessions.ts";
import {
  type ConversationClass,
  REPORT_PAGE,
  type ReportMessage,
} from "#workers/contract/endpoints/reports.ts";
import type { Messages } from "./load.ts";
import { MessageDialog } from "./message-dialog-later.tsx";
import { emotionText, MessageTable } from "./message-table.tsx";
import { type ListState, wide } from "./list-state.ts";

/** The list of messages, newest first. */
export function Conversations({
  list,
  listState,
  agentId,
  onGo,
}: {
  list: Messages;
  listState: ListState;
  agentId: string;
  onGo: (next: Partial<ListState>) => void;
}) {
  const [opened, setOpened] = useState<ReportMessage>();
  const [showing, setShowing] = useState(false);
  const { from } = listState;
  return (
    <>
      <Field label={texts.scopeType} className="mb-3 w-44">
        <Select
          value={String(listState.scope)}
          options={texts.scopeNames.map((label, scope) => ({ value: String(scope), label }))}
          onChange={(scope) => onGo({ scope: scope === "1" ? 1 : scope === "2" ? 2 : 0, from: 0 })}
        />
      </Field>
      <Chips listState={listState} onGo={onGo} />
      {list.messages.length === 0 ? (
        <EmptyState drawing={<MessagesDrawing />} title={texts.noRecord}>
          {texts.noRecordHint}
        </EmptyState>
      ) : (
        <MessageTable
          messages={list.messages}
          onOpen={(message) => {
            setOpened(message);
            setShowing(true);
          }}
        />
      )}
      <Pager
        label={texts.table}
        status={
          list.messages.length > 0 ? texts.rowsFromTo(from + 1, from + list.messages.length) : formatCount(0)
        }
        hasPrevious={from > 0}
        hasNext={list.more}
        onPrevious={() => onGo({ from: Math.max(0, from - REPORT_PAGE) })}
        onNext={() => onGo({ from: from + REPORT_PAGE })}
      />
      {opened && (
        <MessageDialog
          agentId={agentId}
          message={opened}
          among={list.messages}
          open={showing}
          onMove={setOpened}
          onClose={() => setShowing(false)}
          onTalk={() => onGo({ ...wide, talk: opened.conversationId })}
        />
      )}
    </>
  );
}

/** Removable chips for the filters set by clicks on figures. */
function Chips({ listState, onGo }: { listState: ListState; onGo: (next: Partial<ListState>) => void }) {
  const { day, intent, intentName, weak, talk, emotion, feeling, kind, went, story, storyName } = listState;
  const { after, afterName, begins, ends } = listState;
  const chips = [
    day && { name: texts.onlyDay(day), without: { day: "" } },
    intent && { name: texts.onlyIntent(intentName), without: { intent: "", intentName: "" } },
    weak && { name: texts.onlyWeak, without: { weak: false } },
    talk && { name: texts.onlyConversation, without: { talk: "" } },
    emotion && { name: texts.onlyEmotion(emotionText(emotion)), without: { emotion: "" } },
    feeling && {
      name: texts.onlyFeeling(texts.feelingNames[feeling as Feeling]),
      without: { feeling: "" },
    },
    kind && { name: texts.onlyKind(tryItTexts.kinds[kind as TurnKind]), without: { kind: "" } },
    went && { name: texts.onlyWent(texts.classNames[went as ConversationClass]), without: { went: "" } },
    story && { name: texts.onlyStory(storyName), without: { story: "", storyName: "" } },
    after && { name: texts.onlyAfter(afterName), without: { after: "", afterName: "" } },
    begins && { name: texts.onlyBegins, without: { begins: false } },
    ends && { name: texts.onlyEnds, without: { ends: false } },
  ].filter((chip) => chip !== false && chip !== "");
  if (chips.length === 0) return null;
  return (
    <ul className="mb-3 flex flex-wrap gap-1.5">
      {chips.map(({ name, without }) => (
        <li
          key={name}
          className="inline-flex max-w-full items-center gap-1 rounded-full bg-accent-soft py-0.5 pr-1 pl-2.5 text-[0.8125rem] text-accent-ink"
        >
          <bdi className="truncate">{name}</bdi>
          <button
            type="button"
            aria-label={texts.dropFilter(name)}
            onClick={() => onGo({ ...without, from: 0 })}
            className="inline-flex size-6 pointer-coarse:size-11 shrink-0 items-center justify-center rounded-full hover:bg-hover [&>svg]:size-3.5"
          >
            <X aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
