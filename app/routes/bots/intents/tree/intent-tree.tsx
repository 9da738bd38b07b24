import { ArrowLeft, BookPlus, Plus } from "lucide-react";
import { useId, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { patch } from "#app/data/query.ts";
import { IntentsDrawing } from "#app/components/drawings/intents.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { intentsTexts } from "#texts/intents.ts";
import { treeTexts } from "#texts/intent-tree.ts";
import { listStories, type Story } from "#workers/contract/endpoints/stories.ts";
import { type ListState, searchOf } from "../list-state.ts";
import { useAccuracies } from "./accuracy.tsx";
import { Found } from "./found.tsx";
import type { TreeState } from "./intent-row.tsx";
import { StoryBranch } from "./story-branch.tsx";
import { treeKeys } from "./tree-keys.ts";

const StoryNameForm = lazily(
  () => import("../story-name-form.tsx"),
  (module) => module.StoryNameForm,
);
const SEARCH_MS = 300;

export interface TreeProps {
  agentId: string;
  stories: Story[];
  listState: ListState;
  /** The version in service, whose training says how well each intent is recognised. */
  version: number | null;
}

/**
 * The stories of a bot with their intents as one tree, under the specified switch: nothing chosen it is the list of stories;
 * a chosen story is unfolded and named above, with the arrow back to the stories.
 */
export function IntentTree({ agentId, stories, listState, version }: TreeProps) {
  const [naming, setNaming] = useState<string>();
  const [hint, setHint] = useState("");
  const [folds, setFolds] = useState<Record<string, boolean>>({});
  const [, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const toast = useToast();
  const keysId = useId();
  const accuracies = useAccuracies(agentId, version);
  const tree: TreeState = { agentId, listState, accuracies };
  const story = stories.find(({ id }) => id === listState.story);
  const newIn = (storyId: string) => ({
    search: searchOf({ ...listState, story: storyId, intent: "new", open: true }).toString(),
  });

  const newIntent = () => {
    const [only, ...others] = stories;
    if (only && others.length === 0) return void navigate(newIn(only.id));
    const why = only ? intentsTexts.chooseStory : texts.storyFirst;
    setHint(why);
    toast.warning(why);
  };
  const show = (saved: Story) => {
    setNaming(undefined);
    setHint("");
    patch(listStories, { params: { id: agentId } }, (now) => ({
      ...now,
      childStories: now.childStories.some(({ id }) => id === saved.id)
        ? now.childStories.map((each) => (each.id === saved.id ? saved : each))
        : [...now.childStories, saved],
    }));
  };
  const form = (named?: Story) => (
    <StoryNameForm
      label={named ? intentsTexts.renameStory(named.name) : intentsTexts.newStory}
      {...(named && { value: named.name, id: named.id })}
      agentId={agentId}
      onSaved={show}
      onClose={() => setNaming(undefined)}
    />
  );

  return (
    <section aria-labelledby="tree-title" className="grid grid-cols-1 gap-2 p-3">
      <div className="flex min-h-8 flex-wrap items-center gap-1">
        {story && (
          <IconButton
            size="sm"
            label={intentsTexts.backToStories}
            icon={<ArrowLeft aria-hidden />}
            onClick={() => void navigate({ search: "" })}
          />
        )}
        <h2
          id="tree-title"
          className={cx("font-semibold", story ? "min-w-0 flex-1 truncate" : "flex-auto")}
          title={story?.name}
        >
          {story?.name ?? intentsTexts.stories}
        </h2>
        {story ? (
          <ButtonLink size="sm" tone="ghost" icon={<Plus aria-hidden />} to={newIn(story.id)}>
            {intentsTexts.intent}
          </ButtonLink>
        ) : (
          <Button size="sm" tone="ghost" icon={<Plus aria-hidden />} onClick={newIntent}>
            {intentsTexts.intent}
          </Button>
        )}
        {story ? (
          <IconButton
            size="sm"
            label={treeTexts.newStory}
            icon={<BookPlus aria-hidden />}
            onClick={() => setNaming("new")}
          />
        ) : (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setNaming("new")}>
            {intentsTexts.story}
          </Button>
        )}
      </div>
      {stories.length > 0 && (
        <SearchInput
          label={treeTexts.search}
          placeholder={treeTexts.searchShort}
          value={listState.q}
          delay={SEARCH_MS}
          className="w-full"
          onSearch={(q) => setSearch(searchOf({ ...listState, q }), { replace: true })}
        />
      )}
      {hint && <Banner kind="warning">{hint}</Banner>}
      {naming === "new" && form()}
      {stories.length === 0 && naming === undefined && (
        <EmptyState drawing={<IntentsDrawing />} title={intentsTexts.noStories}>
          {intentsTexts.noStoriesHint}
        </EmptyState>
      )}
      <p id={keysId} hidden>
        {treeTexts.keys}
      </p>
      {listState.q ? (
        <Found tree={tree} stories={stories} />
      ) : (
        <ul
          ref={treeKeys}
          aria-label={treeTexts.title}
          aria-describedby={keysId}
          className="grid grid-cols-1 gap-0.5"
        >
          {stories.map((each) =>
            naming === each.id ? (
              <li key={each.id}>{form(each)}</li>
            ) : (
              <StoryBranch
                key={each.id}
                tree={tree}
                story={each}
                open={folds[each.id] ?? each.id === story?.id}
                onFold={(open) => setFolds((now) => ({ ...now, [each.id]: open }))}
                onRename={() => setNaming(each.id)}
              />
            ),
          )}
        </ul>
      )}
    </section>
  );
}
