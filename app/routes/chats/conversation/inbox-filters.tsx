import { ArrowDownUp, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { useCan } from "#app/session/session.ts";
import { chatLabelsTexts as labelsTexts } from "#texts/chat-labels.ts";
import { chatsTexts } from "#texts/chats.ts";
import { conversationsTexts as archiveTexts } from "#texts/conversations.ts";
import { NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import { listChatLabels } from "#workers/contract/endpoints/chat-labels.ts";
import { conversationChoices } from "#workers/contract/endpoints/conversations.ts";
import { filterIn, type InboxFilter, isNarrowed, NO_FILTER, queryIn } from "./inbox-filter.ts";
import { NamedChoice } from "../list/named-choice.tsx";

const texts = chatsTexts.inbox;
interface Props {
  filter: InboxFilter;
  onChange: (changes: Partial<InboxFilter>) => void;
}

/** Narrows the inbox down, and says who comes first. Names are asked for once the fields are shown. */
export function InboxFilters() {
  // A press shows at once, before its list is there.
  const { coming, change: onChange } = useListState("chat");
  const filter = filterIn(coming);
  const { order = "latest" } = queryIn(coming);
  const narrowed = isNarrowed(filter);
  const [shown, setShown] = useState(narrowed);
  return (
    <search className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          aria-expanded={shown}
          icon={<SlidersHorizontal aria-hidden />}
          onClick={() => setShown(!shown)}
        >
          {archiveTexts.filters}
        </Button>
        <Button
          size="sm"
          aria-pressed={order === "oldest"}
          icon={<ArrowDownUp aria-hidden />}
          onClick={() => onChange({ order: order === "oldest" ? "" : "oldest" })}
        >
          {texts.oldest}
        </Button>
        {narrowed && (
          <Button size="sm" onClick={() => onChange(NO_FILTER)}>
            {archiveTexts.clear}
          </Button>
        )}
      </div>
      {shown && <Fields filter={filter} onChange={onChange} />}
    </search>
  );
}

function Fields({ filter, onChange }: Props) {
  const mayNames = useCan()("CHAT.VIEW_CHATHISTORY");
  const { answer: known, failure } = useQueryOf(conversationChoices, undefined, { enabled: mayNames });
  const { answer: labelled } = useQueryOf(listChatLabels, { query: {} });
  if (mayNames && !known && !failure) return <SkeletonRows rows={2} />;
  const choice = (
    name: "agent" | "channel" | "department" | "label",
    label: string,
    any: string,
    named: readonly { id: string; name: string }[],
  ) => (
    <NamedChoice
      {...{ label, any, named }}
      value={filter[name]}
      className="min-w-36 flex-1"
      onChange={(id) => onChange({ [name]: id })}
    />
  );
  return (
    <>
      {failure && !known && <Failure text={failure.message} />}
      <div className="flex flex-wrap items-end gap-2">
        {choice("channel", archiveTexts.channel, archiveTexts.anyChannel, known?.channels ?? [])}
        {choice("department", archiveTexts.department, archiveTexts.anyDepartment, [
          ...(known?.departments ?? []),
          { id: NO_DEPARTMENT, name: archiveTexts.noDepartment },
        ])}
        {choice("label", labelsTexts.byLabel, labelsTexts.anyLabel, labelled?.labels ?? [])}
        {choice("agent", archiveTexts.agent, archiveTexts.anyAgent, known?.agents ?? [])}
      </div>
      <Checkbox
        label={texts.unread}
        checked={filter.unread !== ""}
        onChange={(checked) => onChange({ unread: checked ? "yes" : "" })}
      />
    </>
  );
}
