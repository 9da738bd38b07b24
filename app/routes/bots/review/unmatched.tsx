import { Inbox } from "lucide-react";
import { useState } from "react";
import { useOutletContext, useRevalidator, useSearchParams } from "react-router";
import { ApiError, call, request } from "#app/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatShare } from "#app/format.ts";
import { messages } from "#app/messages.ts";
import {
  addPhrases,
  ignoreUnmatched,
  listAllIntents,
  listUnmatched,
} from "#workers/contract/endpoints/review.ts";
import type { Route } from "./+types/unmatched.ts";
import type { TrainingControl } from "../use-training.ts";

const texts = messages.review;
const SHOWN_AT_ONCE = 20;

export async function clientLoader({ params: { id }, request: { url, signal } }: Route.ClientLoaderArgs) {
  const tryIt = new URL(url).searchParams.has("tried");
  const [found, { intents }] = await Promise.all([
    call(listUnmatched, { params: { id }, query: { tryIt }, signal }),
    call(listAllIntents, { params: { id }, signal }),
  ]);
  return { agentId: id, ...found, intents, tryIt };
}

export function HydrateFallback() {
  return (
    <div className="p-6">
      <SkeletonRows rows={8} label={messages.ui.loading} />
    </div>
  );
}

/** What people said and no intent understood: looked through in groups, added in bulk. */
export default function Unmatched({ loaderData }: Route.ComponentProps) {
  const { agentId, groups, total, intents, tryIt } = loaderData;
  const training = useOutletContext<TrainingControl>();
  const revalidator = useRevalidator();
  const toast = useToast();
  const [, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [intentId, setIntentId] = useState<string | null>(null);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");

  const set = (names: readonly string[], on: boolean) =>
    setChosen((now) => {
      const next = new Set(now);
      for (const name of names) {
        if (on) next.add(name);
        else next.delete(name);
      }
      return next;
    });
  const act = async (work: () => Promise<string>) => {
    setBusy(true);
    setFailure("");
    try {
      toast.success(await work());
      setChosen(new Set());
      await revalidator.revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };
  const add = () => {
    if (!intentId) return setFailure(texts.chooseIntent);
    void act(async () => {
      const body = { intentId, texts: [...chosen] };
      const { message } = await request(addPhrases, { params: { id: agentId }, body });
      training.noteChange();
      return message;
    });
  };
  const ignore = () => {
    const gone = [...chosen];
    void act(async () => {
      const body = { texts: gone };
      const { message } = await request(ignoreUnmatched, { params: { id: agentId }, body });
      return message;
    });
  };

  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-5 sm:px-6">
      <h2 className="text-lg font-semibold">{texts.title}</h2>
      <p className="mt-1 mb-3 text-muted">{texts.lead}</p>
      <Checkbox
        label={texts.withTryIt}
        checked={tryIt}
        onChange={(on) => setSearch(on ? { tried: "1" } : {}, { replace: true, state: { keepFocus: true } })}
      />
      {groups.length === 0 ? (
        <EmptyState icon={<Inbox aria-hidden />} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="my-3 text-muted">
            {texts.found(total, groups.length)}
          </p>
          {failure && (
            <Banner kind="error" live className="mb-3">
              {failure}
            </Banner>
          )}
          {chosen.size > 0 && (
            <div className="sticky top-0 z-10 mb-3 flex flex-wrap items-end gap-2 rounded-lg border border-accent bg-raised px-3 py-2 shadow-card">
              <p className="mr-auto self-center font-medium">{texts.selected(chosen.size)}</p>
              <Field label={texts.addTo} className="min-w-52">
                <Combobox
                  value={intentId}
                  choices={intents.map(({ id, name, storyName }) => ({
                    value: id,
                    label: name,
                    hint: storyName,
                  }))}
                  onChange={setIntentId}
                />
              </Field>
              <Button tone="primary" busy={busy} onClick={add}>
                {texts.add}
              </Button>
              <Button busy={busy} onClick={ignore}>
                {texts.ignore}
              </Button>
            </div>
          )}
          <ul className="grid gap-3">
            {groups.slice(0, shown).map((group) => {
              const names = group.messages.map(({ text }) => text);
              const on = names.filter((name) => chosen.has(name)).length;
              return (
                <li key={group.title} className="rounded-lg border border-line bg-surface px-3 py-2">
                  {names.length > 1 && (
                    <Checkbox
                      label={<span className="font-medium">{texts.group(group.title, names.length)}</span>}
                      aria-label={texts.selectGroup(group.title)}
                      checked={on === names.length}
                      mixed={on > 0 && on < names.length}
                      onChange={(all) => set(names, all)}
                    />
                  )}
                  <ul className={names.length > 1 ? "ml-6 grid gap-0.5" : ""}>
                    {group.messages.map(({ text, count, nearest }) => (
                      <li key={text}>
                        <Checkbox
                          label={
                            <span className="break-words">
                              {text}{" "}
                              <span className="text-[0.8125rem] text-muted">
                                {texts.times(count)}
                                {nearest &&
                                  ` · ${texts.nearest(nearest.name, formatShare(nearest.confidence))}`}
                              </span>
                            </span>
                          }
                          checked={chosen.has(text)}
                          onChange={(checked) => set([text], checked)}
                        />
                      </li>
                    ))}
                  </ul>
                </li>
              );
            })}
          </ul>
          {groups.length > shown && (
            <Button className="mt-3" onClick={() => setShown((now) => now + SHOWN_AT_ONCE)}>
              {texts.showMore}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
