import { BookOpen, ChevronRight, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "#app/data/api.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { uiTexts } from "#texts/ui.ts";
import { entityUsage } from "#workers/contract/endpoints/entities.ts";
import { deleteStory, listStories, type Story } from "#workers/contract/endpoints/stories.ts";
import { searchOf } from "./list-state.ts";

const StoryNameForm = lazily(
  () => import("./story-name-form.tsx"),
  (module) => module.StoryNameForm,
);

/** The stories of a bot, which group its intents. Names are entered and edited in place. */
export function StoriesPanel({ agentId, stories }: { agentId: string; stories: Story[] }) {
  const [naming, setNaming] = useState<string>();
  const [hint, setHint] = useState("");
  const navigate = useNavigate();
  const confirm = useConfirm();
  const toast = useToast();

  const newIntent = () => {
    const [only, ...others] = stories;
    if (only && others.length === 0) {
      return void navigate({ search: searchOf({ story: only.id, intent: "new", open: true }).toString() });
    }
    const why = only ? texts.chooseStory : texts.storyFirst;
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

  const remove = async (story: Story) => {
    const yes = await confirm({
      title: texts.deleteQuestion,
      text: texts.deleteStoryText(story.name, story.intents),
      confirmLabel: uiTexts.delete,
      run: () => call(deleteStory, { params: { agentId, storyId: story.id } }),
    });
    if (!yes) return;
    toast.success(texts.storyDeleted);
    patch(listStories, { params: { id: agentId } }, (now) => ({
      ...now,
      childStories: now.childStories.filter(({ id }) => id !== story.id),
    }));
    void invalidate(entityUsage);
  };

  return (
    <section aria-labelledby="stories-title" className="p-3">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h2 id="stories-title" className="font-semibold">
          {texts.stories}
        </h2>
        <div className="flex gap-1">
          <Button size="sm" tone="ghost" icon={<Plus aria-hidden />} onClick={newIntent}>
            {texts.intent}
          </Button>
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setNaming("new")}>
            {texts.story}
          </Button>
        </div>
      </div>
      {hint && (
        <Banner kind="warning" className="mb-2">
          {hint}
        </Banner>
      )}
      {naming === "new" && (
        <StoryNameForm
          label={texts.newStory}
          agentId={agentId}
          onSaved={show}
          onClose={() => setNaming(undefined)}
        />
      )}
      {stories.length === 0 && naming === undefined && (
        <EmptyState icon={<BookOpen aria-hidden />} title={texts.noStories}>
          {texts.noStoriesHint}
        </EmptyState>
      )}
      <ul className="grid grid-cols-1 gap-0.5">
        {stories.map((story) =>
          naming === story.id ? (
            <li key={story.id}>
              <StoryNameForm
                label={texts.renameStory(story.name)}
                value={story.name}
                agentId={agentId}
                id={story.id}
                onSaved={show}
                onClose={() => setNaming(undefined)}
              />
            </li>
          ) : (
            <li key={story.id} className="group flex items-center gap-0.5 rounded-md hover:bg-hover">
              <Link
                to={{ search: searchOf({ story: story.id }).toString() }}
                className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1.5"
              >
                <span className="min-w-0 flex-1 truncate" title={story.name}>
                  {story.name}
                </span>
                <span className="text-xs text-muted tabular-nums" title={texts.intentCount(story.intents)}>
                  {story.intents}
                </span>
                <ChevronRight aria-hidden className="size-4 text-muted" />
              </Link>
              <IconButton
                size="sm"
                label={texts.renameStory(story.name)}
                icon={<Pencil aria-hidden />}
                onClick={() => setNaming(story.id)}
              />
              <IconButton
                size="sm"
                tone="danger"
                label={texts.deleteNamed(story.name)}
                icon={<Trash2 aria-hidden />}
                onClick={() => void remove(story)}
              />
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
