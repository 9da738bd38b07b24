import { Bot, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { call } from "#app/data/api.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useShareEntry } from "#app/features/shelf/use-share-entry.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { botsTexts as texts } from "#texts/bots.ts";
import { uiTexts } from "#texts/ui.ts";
import { deleteAgent, type Agent } from "#workers/contract/endpoints/bots.ts";

/** A bot in the list: the whole card is a link, and its menu edits, shares and deletes. */
export function AgentCard({
  agent,
  review,
  onEdit,
  onDeleted,
}: {
  agent: Agent;
  /** Messages that it did not understand and nobody has looked at. */
  review: number;
  onEdit: () => void;
  onDeleted: () => void;
}) {
  const confirm = useConfirm();
  const toast = useToast();
  const shareEntry = useShareEntry("bot", useCan()("NLP.VIEW"));

  const remove = async () => {
    const yes = await confirm({
      title: texts.deleteAgentQuestion,
      text: agent.name,
      confirmLabel: uiTexts.delete,
      // A refusal (code 101: the bot still has stories) is shown in the dialog, which stays open.
      run: () => call(deleteAgent, { params: { id: agent.id } }),
    });
    if (!yes) return;
    toast.success(texts.agentDeleted);
    onDeleted();
  };

  return (
    <li className="relative flex gap-3 rounded-xl border border-line bg-surface p-4 shadow-card transition-colors focus-within:border-accent hover:border-edge">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-ink">
        <Bot aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold" title={agent.name}>
          <Link to={`/bots/${agent.id}`} className="after:absolute after:inset-0 after:rounded-xl">
            {agent.name}
          </Link>
        </h2>
        <p className="mt-0.5 line-clamp-2 text-muted" title={agent.description}>
          {agent.description}
        </p>
        <p className="mt-2 text-xs text-muted">{texts.changedAt(formatMoment(agent.updatedAt))}</p>
        {review > 0 && (
          <Link
            to={`/bots/${agent.id}/unmatched`}
            className="finger relative mt-1 inline-flex min-h-6 items-center text-[0.8125rem] text-accent-ink underline underline-offset-2"
          >
            {texts.toReview(review)}
          </Link>
        )}
      </div>
      <div className="relative">
        <Menu
          button={
            <IconButton
              size="sm"
              label={texts.agentMenu(agent.name)}
              icon={<EllipsisVertical aria-hidden />}
            />
          }
          entries={[
            { label: texts.edit, icon: <Pencil aria-hidden />, onSelect: onEdit },
            ...shareEntry(agent),
            {
              label: uiTexts.delete,
              icon: <Trash2 aria-hidden />,
              tone: "danger",
              onSelect: () => void remove(),
            },
          ]}
        />
      </div>
    </li>
  );
}
