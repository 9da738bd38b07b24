import { ArrowLeft, Plus, Trash2 } from "lucide-react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { call } from "#app/data/api.ts";
import { invalidate, type Loaded, patch, useLoaded } from "#app/data/query.ts";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { uiTexts } from "#texts/ui.ts";
import { entityUsage } from "#workers/contract/endpoints/entities.ts";
import {
  deleteIntent,
  INTENTS_PAGE,
  type IntentSummary,
  listIntents,
} from "#workers/contract/endpoints/intents.ts";
import { listStories, type Story } from "#workers/contract/endpoints/stories.ts";
import { type ListState, searchOf } from "./list-state.ts";
import { useUnsaved } from "#app/drafts/unsaved.ts";

const SEARCH_MS = 300;

/** The intents of the selected story. Each one is a link, so that the unsaved-changes guard applies. */
export function IntentsPanel({
  agentId,
  story,
  loaded,
  listState,
}: {
  agentId: string;
  story: Story;
  loaded: Loaded<typeof listIntents>;
  listState: ListState;
}) {
  const [, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const list = useLoaded(loaded);
  const { intents, more } = list.answer;
  const confirm = useConfirm();
  const toast = useToast();
  const unsaved = useUnsaved();
  const to = (change: Partial<ListState>) => ({ search: searchOf({ ...listState, ...change }).toString() });

  const remove = async (intent: IntentSummary) => {
    const yes = await confirm({
      title: texts.deleteIntentQuestion,
      text: intent.name,
      confirmLabel: uiTexts.delete,
      run: () => call(deleteIntent, { params: { agentId, storyId: story.id, intentId: intent.id } }),
    });
    if (!yes) return;
    toast.success(texts.intentDeleted);
    patch(listIntents, undefined, (now) => ({
      ...now,
      intents: now.intents.filter(({ id }) => id !== intent.id),
    }));
    void invalidate(listIntents);
    void invalidate(listStories);
    void invalidate(entityUsage);
    if (listState.intent !== intent.id) return;
    // Unsaved edits of a deleted intent are gone with it.
    unsaved.mark(false);
    await navigate(to({ intent: undefined, open: false }), { replace: true });
  };

  return (
    <section aria-labelledby="intents-title" className="p-3">
      <div className="mb-2 flex items-center gap-1">
        <IconButton
          size="sm"
          label={texts.backToStories}
          icon={<ArrowLeft aria-hidden />}
          onClick={() => void navigate({ search: "" })}
        />
        <h2 id="intents-title" className="min-w-0 flex-1 truncate font-semibold" title={story.name}>
          {story.name}
        </h2>
        <ButtonLink size="sm" icon={<Plus aria-hidden />} to={to({ intent: "new", open: true })}>
          {texts.intent}
        </ButtonLink>
      </div>
      <SearchInput
        label={texts.searchIntents}
        value={listState.q}
        delay={SEARCH_MS}
        onSearch={(q) => setSearch(searchOf({ ...listState, q, shown: INTENTS_PAGE }), { replace: true })}
      />
      <NotRefreshed list={list} />
      <p role="status" className={cx("px-2 py-3 text-muted", intents.length > 0 && "sr-only")}>
        {intents.length > 0
          ? texts.intentCount(intents.length)
          : listState.q
            ? texts.noIntentsFound(listState.q)
            : texts.noIntents}
      </p>
      <ul className="mt-1 grid grid-cols-1 gap-0.5">
        {intents.map((intent) => (
          <li
            key={intent.id}
            className={cx(
              "flex items-center gap-0.5 rounded-md hover:bg-hover",
              listState.intent === intent.id && "bg-accent-soft",
            )}
          >
            <Link
              to={to({ intent: intent.id, open: true })}
              state={{ keepFocus: true }}
              aria-current={listState.intent === intent.id ? "true" : undefined}
              className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1.5"
            >
              <span className="min-w-0 flex-1 truncate" title={intent.name}>
                {intent.name}
              </span>
              <span
                className="text-xs text-muted tabular-nums"
                title={texts.phraseCount(intent.utteranceCount)}
              >
                {intent.utteranceCount}
              </span>
            </Link>
            <IconButton
              size="sm"
              tone="danger"
              label={texts.deleteNamed(intent.name)}
              icon={<Trash2 aria-hidden />}
              onClick={() => void remove(intent)}
            />
          </li>
        ))}
      </ul>
      {more && (
        <Button
          size="sm"
          className="mt-2 w-full"
          onClick={() =>
            setSearch(searchOf({ ...listState, shown: listState.shown + INTENTS_PAGE }), { replace: true })
          }
        >
          {texts.showMore}
        </Button>
      )}
    </section>
  );
}
