import { CirclePlus } from "lucide-react";
import { useState } from "react";
import { call, request } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { LongForm } from "#app/kit/long-form.tsx";
import { useDraft } from "#app/kit/use-draft.ts";
import { useSave } from "#app/kit/use-save.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  getOwnDashboard,
  listOwnDashboards,
  type OwnDashboard,
  showOwnDashboard,
  updateOwnDashboard,
} from "#workers/contract/endpoints/own-dashboards.ts";
import { DASHBOARDS } from "#workers/contract/own-dashboards.ts";
import {
  changedTile,
  type Choices,
  CONFIG,
  type DashboardDraft,
  draftOf,
  idOf,
  movedBy,
  newTile,
  wrongIn,
} from "./dashboard-draft.ts";
import { PageFields } from "./page-fields.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { SharingFields } from "./sharing-fields.tsx";
import { TileFields } from "./tile-fields.tsx";

/** Changes a dashboard: its name, who sees it, and its tiles in their order. */
export function DashboardEditor({ stored, choices }: { stored: OwnDashboard; choices: Choices }) {
  const { id } = stored;
  const params = { id };
  const [all, setAll] = useState(false);
  const [told, setTold] = useState("");
  const control = useDraft<OwnDashboard, DashboardDraft>({ name: `dashboard:${id}`, stored, draftOf });
  const { draft, edited, change } = control;
  const saving = useSave<OwnDashboard, DashboardDraft>({
    draft,
    theirsOf: () => call(getOwnDashboard, { params }),
  });
  const fixed = !stored.mayEdit;
  const wrong = wrongIn(draft);
  const problemAt = (place: string) => saving.refused[place] ?? (all ? wrong[place] : undefined);
  const { tiles } = draft;

  const save = (revision = control.revision) => {
    const [first] = Object.keys(wrong);
    if (first !== undefined) {
      setAll(true);
      document.getElementById(idOf(first))?.focus();
      return;
    }
    void saving.save(
      () => request(updateOwnDashboard, { params, body: { ...draft, revision } }),
      ({ payload }) => {
        control.saved(payload);
        put(getOwnDashboard, { params }, { ...payload, choices });
        void invalidate(listOwnDashboards);
        void invalidate(showOwnDashboard);
      },
    );
  };
  const move = (at: number, step: -1 | 1) => {
    change({ tiles: movedBy(tiles, at, step) });
    setTold(texts.moved(at + step + 1, tiles.length));
  };
  const remove = (at: number) => {
    change({ tiles: tiles.toSpliced(at, 1) });
    setTold(texts.removed(at + 1));
    // Its button is gone: whoever goes by keyboard stays among the tiles.
    document.getElementById(idOf("tiles"))?.focus();
  };

  return (
    <Page
      title={stored.name}
      lead={texts.editorLead}
      back={{ label: texts.title, to: CONFIG }}
      actions={<ButtonLink to={`/admin/analytics?name=${id}`}>{texts.open}</ButtonLink>}
    >
      {fixed && <Banner kind="info">{texts.readOnly(stored.makerName)}</Banner>}
      <LongForm
        onSend={() => save()}
        restored={
          control.restored ? { text: uiTexts.restored, onDiscard: () => control.load(stored) } : undefined
        }
        buttons={
          !fixed && (
            <>
              {edited && (
                <Button
                  onClick={() => {
                    control.load(stored);
                    saving.reset();
                  }}
                >
                  {uiTexts.discard}
                </Button>
              )}
              <Button
                type="submit"
                tone="primary"
                busy={saving.busy}
                disabledReason={edited ? undefined : texts.nothingToSave}
              >
                {texts.save}
              </Button>
            </>
          )
        }
      >
        {saving.theirs ? (
          <ChangedMeanwhile
            text={saving.failure}
            differences={[texts.theirs(saving.theirs.updatedBy)]}
            onLoad={() => {
              if (saving.theirs) control.load(saving.theirs);
              saving.reset();
            }}
            onKeep={() => save(saving.theirs?.revision)}
          />
        ) : (
          <Failure text={saving.failure} />
        )}
        <Field id={idOf("name")} label={texts.name} required error={problemAt("name")}>
          <TextInput
            value={draft.name}
            maxLength={DASHBOARDS.name}
            readOnly={fixed}
            onChange={(event) => {
              change({ name: event.target.value });
              saving.touch("name");
            }}
          />
        </Field>
        <SharingFields {...{ draft, change, fixed }} problem={problemAt("roles")} />
        <ScheduleFields
          schedule={draft.schedule}
          nextMailAt={stored.nextMailAt}
          people={choices.people}
          {...{ fixed, problemAt, change }}
        />
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <h2 id={idOf("tiles")} tabIndex={-1} className="font-semibold">
            {texts.tiles}
          </h2>
          <p className="text-[0.8125rem] text-muted">{texts.tilesCount(tiles.length, DASHBOARDS.tiles)}</p>
        </div>
        <p role="status" className="sr-only">
          {told}
        </p>
        {tiles.length === 0 && <p className="text-muted">{texts.noTiles}</p>}
        {tiles.map((tile, at) => (
          <TileFields
            key={tile.id}
            {...{ tile, at, fixed, choices, problemAt }}
            count={tiles.length}
            onChange={(part) => change((now) => ({ tiles: now.tiles.with(at, changedTile(tile, part)) }))}
            onMove={(step) => move(at, step)}
            onRemove={() => remove(at)}
          />
        ))}
        {!fixed && tiles.length < DASHBOARDS.tiles && (
          <Button
            size="sm"
            className="justify-self-start"
            icon={<CirclePlus aria-hidden />}
            onClick={() => change({ tiles: [...tiles, newTile(crypto.randomUUID())] })}
          >
            {texts.addTile}
          </Button>
        )}
        <PageFields
          pages={draft.pages}
          host={choices.host}
          {...{ fixed, problemAt }}
          onChange={(pages, touched) => {
            change({ pages });
            if (touched) saving.touch(touched);
          }}
        />
      </LongForm>
    </Page>
  );
}
