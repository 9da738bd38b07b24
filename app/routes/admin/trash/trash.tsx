import { ArchiveRestore, Trash2 } from "lucide-react";
import { useState } from "react";
import { redirect } from "react-router";
import { call, request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { trashTexts as texts } from "#texts/trash.ts";
import { uiTexts } from "#texts/ui.ts";
import { can, loadSession, useSession } from "#app/session/session.ts";
import { listEncaps, listJourneys } from "#workers/contract/endpoints/automations.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import { listCustomers } from "#workers/contract/endpoints/customers.ts";
import {
  deleteForGood,
  listTrash,
  restoreFromTrash,
  TRASH_PAGE,
  type TrashItem,
  trashKinds,
  trashNeeds,
} from "#workers/contract/endpoints/trash.ts";
import type { Profile } from "#workers/contract/endpoints/profile.ts";
import type { Route } from "./+types/trash.ts";
import { EmptyDialog } from "./empty-dialog.tsx";
import { TrashTable } from "./trash-table.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, rows: 8 });

const kindsFor = (profile: Profile) => trashKinds.filter((kind) => can(profile, [trashNeeds[kind].seeing]));

/** The selected kind and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { pathname, searchParams } = new URL(url);
  const { profile, features } = await loadSession();
  const asked = searchParams.get("kind");
  const kind = trashKinds.find((each) => each === asked) ?? kindsFor(profile)[0] ?? "customer";
  const from = fromIn(searchParams);
  const input = { query: { kind, from } };
  const shown = { kind, from, now: Date.now() };
  // The shell says that the trash is switched off; there is nothing to ask for.
  if (!features.trash) return { ...shown, list: { endpoint: listTrash, input, answer: NOTHING } };
  const list = await load(listTrash, input);
  if (list.answer.items.length === 0 && from > 0) return redirect(`${pathname}?kind=${kind}`);
  return { ...shown, list };
});
const NOTHING = { items: [], more: false, total: 0 };
/** Show again what is restored. */
const LISTS = {
  customer: listCustomers,
  customerField: listFields,
  journey: listJourneys,
  encap: listEncaps,
};

/** Deleted items, to be restored or permanently deleted. */
export default function Trash({ loaderData }: Route.ComponentProps) {
  const { kind, from, now } = loaderData;
  const { profile } = useSession();
  const listState = useListState("");
  const list = useLoaded(loaderData.list);
  const { items, more, total } = list.answer;
  const confirm = useConfirm();
  const [done, setDone] = useState("");
  const [restoring, setRestoring] = useState("");
  const [emptying, setEmptying] = useState(false);
  // Somebody else may have restored or deleted it.
  const { busy, failure, setFailure, send } = useSend({ refused: () => void invalidate(listTrash) });
  const mayChange = can(profile, [trashNeeds[kind].changing]);
  const say = (text: string) => {
    setFailure("");
    setDone(text);
    void invalidate(listTrash);
    void invalidate(LISTS[kind]);
  };
  const restore = ({ id, name }: TrashItem) => {
    setRestoring(id);
    setDone("");
    return send(
      () => call(restoreFromTrash, { params: { kind, id } }),
      () => say(texts.restored(name)),
    );
  };
  const remove = async ({ id, name }: TrashItem) => {
    const yes = await confirm({
      title: texts.removeQuestion(name),
      text: texts.removeText,
      confirmLabel: uiTexts.delete,
      run: () => request(deleteForGood, { params: { kind, id } }),
    });
    if (yes) say(texts.removed(name));
  };
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        mayChange &&
        items.length > 0 && (
          <Button icon={<Trash2 aria-hidden />} onClick={() => setEmptying(true)}>
            {texts.empty}
          </Button>
        )
      }
    >
      <Field label={texts.kindLabel} className="mb-4 w-52">
        <Select
          value={kind}
          options={kindsFor(profile).map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={(next) => listState.change({ kind: next, from: "" })}
        />
      </Field>
      {(done || failure) && (
        <Banner kind={failure ? "error" : "success"} live className="mb-3">
          {failure || done}
        </Banner>
      )}
      <ListBody
        {...{ list, from, more, total }}
        label={texts.pages}
        count={items.length}
        perPage={TRASH_PAGE}
        onGo={listState.go}
        empty={{ icon: <ArchiveRestore />, title: texts.none, text: texts.noneText }}
      >
        <TrashTable
          caption={texts.tableOf(texts.kinds[kind])}
          items={items}
          now={now}
          {...(mayChange && {
            actions: {
              busyId: busy ? restoring : undefined,
              onRestore: (item) => void restore(item),
              onRemove: (item) => void remove(item),
            },
          })}
        />
      </ListBody>
      {emptying && (
        <EmptyDialog
          kind={kind}
          onClose={() => setEmptying(false)}
          onDone={(text) => {
            setEmptying(false);
            say(text);
          }}
        />
      )}
    </Page>
  );
}
