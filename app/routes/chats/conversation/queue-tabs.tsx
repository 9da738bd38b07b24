import { cx } from "#app/components/ui/cx.ts";
import { formatCount } from "#app/lib/format.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { type ChatQueue, chatQueues, countOf } from "#workers/contract/chat-queues.ts";
import type { ChatCounts } from "#workers/contract/endpoints/chats.ts";

/** The queues with their live counts. */
export function QueueTabs({
  queue,
  counts,
  onChange,
}: {
  queue: ChatQueue;
  counts: ChatCounts;
  onChange: (queue: ChatQueue) => void;
}) {
  return (
    <div role="group" aria-label={texts.queueLabel} className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1">
      {chatQueues.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === queue}
          onClick={() => onChange(each)}
          className={cx(
            "inline-flex min-h-8 pointer-coarse:min-h-11 flex-auto items-center justify-center gap-1.5 rounded-md px-2 font-medium",
            each === queue ? "bg-surface text-ink shadow-sm" : "text-muted hover:text-ink",
          )}
        >
          {texts.queues[each]}
          <span className="tabular-nums">{formatCount(counts[countOf[each]])}</span>
        </button>
      ))}
    </div>
  );
}
