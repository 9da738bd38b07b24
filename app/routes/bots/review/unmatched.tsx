import { Inbox } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useOutletContext, useSearchParams } from "react-router";
import { request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { MoreButton } from "#app/features/more-pages/more-pages.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { toggled } from "#app/lib/toggled.ts";
import { reviewTexts as texts } from "#texts/review.ts";
import { waitingWork } from "#workers/contract/endpoints/waiting-work.ts";
import {
  addPhrases,
  ignoreUnmatched,
  listAllIntents,
  listUnmatched,
} from "#workers/contract/endpoints/review.ts";
import type { Route } from "./+types/unmatched.ts";
import type { TrainingControl } from "../training/use-training.ts";
import { intentsChanged } from "../bot/intents-changed.ts";
import { GroupCard } from "./group-card.tsx";
import { SelectionBar } from "./selection-bar.tsx";

const NewIntentDialog = lazily(
  () => import("./new-intent-dialog.tsx"),
  (module) => module.NewIntentDialog,
);
const SHOWN_AT_ONCE = 20;

export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    const tryIt = new URL(url).searchParams.has("tried");
    const [list, intents] = await Promise.all([
      load(listUnmatched, { params: { id }, query: { tryIt } }),
      load(listAllIntents, { params: { id } }),
    ]);
    return { agentId: id, list, intents, tryIt };
  },
);

export const { HydrateFallback, ErrorBoundary } = frameOf({ title: texts.title, rows: 8, within: true });

/** Result of the last action, with the data needed to undo it. */
interface Outcome {
  text: string;
  ignored?: readonly string[];
}

/** Messages that matched no intent: reviewed in groups, added in bulk. */
export default function Unmatched({ loaderData }: Route.ComponentProps) {
  const { agentId, tryIt } = loaderData;
  const list = useLoaded(loaderData.list);
  const { groups, total } = list.answer;
  const { intents } = useLoaded(loaderData.intents).answer;
  const training = useOutletContext<TrainingControl>();
  const [, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [intentId, setIntentId] = useState<string | null>(null);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const { busy, failure, send } = useSend();
  const [naming, setNaming] = useState(0);
  const [creating, setCreating] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const told = useRef<HTMLDivElement>(null);
  // The focused button was removed with the selection, so the focus moves to the result.
  useEffect(() => {
    if (outcome) told.current?.focus();
  }, [outcome]);

  const choose = (names: readonly string[], on: boolean) => {
    setOutcome(undefined);
    setChosen((now) => toggled(now, names, on));
  };
  const done = async (what: Outcome) => {
    setChosen(new Set());
    setCreating(false);
    await Promise.all([
      invalidate(listUnmatched, { params: { id: agentId } }),
      // The menu counts them.
      invalidate(waitingWork),
    ]);
    setOutcome(what);
  };
  const act = (work: () => Promise<Outcome>) => {
    setProblem(undefined);
    return send(work, done);
  };
  const addTo = (to: string, said: readonly string[]) =>
    void act(async () => {
      const body = { intentId: to, texts: [...said] };
      const { payload, message } = await request(addPhrases, { params: { id: agentId }, body });
      if (payload.added > 0) {
        intentsChanged();
        training.noteChange();
      }
      return { text: message };
    });
  const add = () => {
    if (!intentId) return setProblem(texts.chooseIntent);
    addTo(intentId, [...chosen]);
  };
  const ignore = (ignored: readonly string[], undo = false) =>
    void act(async () => {
      const body = { texts: [...ignored], undo };
      const { message } = await request(ignoreUnmatched, { params: { id: agentId }, body });
      return { text: message, ...(!undo && { ignored }) };
    });

  const listed = groups.slice(0, shown).flatMap(({ messages }) => messages.map(({ text }) => text));
  const all = groups.flatMap(({ messages }) => messages.map(({ text }) => text));
  const [isAll, isSome] = [listed.every((text) => chosen.has(text)), listed.some((text) => chosen.has(text))];

  // The title is taken from the group with the most selected messages.
  const selectedOf = (group: (typeof groups)[number]) =>
    group.messages.filter(({ text }) => chosen.has(text)).length;
  const title = groups.toSorted((a, b) => selectedOf(b) - selectedOf(a))[0]?.title ?? "";

  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-5 sm:px-6">
      <h2 className="text-lg font-semibold">{texts.title}</h2>
      <p className="mt-1 mb-3 text-muted">{texts.lead}</p>
      <Checkbox
        label={texts.withTryIt}
        checked={tryIt}
        onChange={(on) => {
          // Others are listed then: nothing stays ticked unseen.
          setChosen(new Set());
          setSearch(on ? { tried: "1" } : {}, { replace: true, state: { keepFocus: true } });
        }}
      />
      <div ref={told} tabIndex={-1}>
        {outcome && (
          <Banner
            kind="success"
            live
            className="mt-3"
            actions={
              outcome.ignored && (
                <Button size="sm" busy={busy} onClick={() => ignore(outcome.ignored ?? [], true)}>
                  {texts.undo}
                </Button>
              )
            }
          >
            {outcome.text}
          </Banner>
        )}
      </div>
      <Failure text={failure} className="mt-3" />
      <NotRefreshed list={list} />
      {groups.length === 0 ? (
        <EmptyState icon={<Inbox aria-hidden />} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="my-3 text-muted">
            {texts.found(total, groups.length)}
          </p>
          <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 px-3">
            <Checkbox
              label={texts.selectListed}
              checked={isAll}
              mixed={isSome && !isAll}
              onChange={(on) => choose(on ? listed : all, on)}
            />
            {isAll && chosen.size < all.length && (
              <Button size="sm" tone="ghost" onClick={() => choose(all, true)}>
                {texts.selectAll(all.length)}
              </Button>
            )}
          </div>
          {chosen.size > 0 && (
            <SelectionBar
              count={chosen.size}
              intents={intents}
              intentId={intentId}
              problem={problem}
              busy={busy}
              onIntent={(id) => {
                setIntentId(id);
                setProblem(undefined);
              }}
              onAdd={add}
              onNewIntent={() => {
                setNaming((now) => now + 1);
                setCreating(true);
              }}
              onIgnore={() => ignore([...chosen])}
            />
          )}
          <ul data-rows className="grid gap-3">
            {groups.slice(0, shown).map((group) => (
              <GroupCard
                key={group.title}
                group={group}
                chosen={chosen}
                busy={busy}
                onChoose={choose}
                onAccept={(text, to) => addTo(to, [text])}
              />
            ))}
          </ul>
          <MoreButton
            className="mt-3"
            hasMore={groups.length > shown}
            count={Math.min(shown, groups.length)}
            onMore={() => setShown((now) => now + SHOWN_AT_ONCE)}
          >
            {texts.showMore}
          </MoreButton>
        </>
      )}
      {naming > 0 && (
        <NewIntentDialog
          key={naming}
          agentId={agentId}
          title={title}
          said={[...chosen]}
          open={creating}
          onClose={() => setCreating(false)}
          onCreated={async (text) => {
            training.noteChange();
            await done({ text });
          }}
        />
      )}
    </div>
  );
}
