import { ArrowDown, ArrowUp, CircleX } from "lucide-react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { dashboardsTexts } from "#texts/dashboards.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { type Measure, measureNames, measureOf } from "#workers/contract/dashboards.ts";
import {
  DASHBOARDS,
  type OwnTile,
  tileKinds,
  tileSizes,
  tileTitle,
} from "#workers/contract/own-dashboards.ts";
import { ChoiceField } from "./choice-field.tsx";
import { type Choices, filtersOf, idOf, measuresBeside } from "./dashboard-draft.ts";

interface Props {
  tile: OwnTile;
  at: number;
  count: number;
  fixed: boolean;
  choices: Choices;
  problemAt: (place: string) => string | undefined;
  onChange: (part: Partial<OwnTile>) => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
}

/** A measure with its subject, since several have the same name. */
const labelOf = (measure: Measure): string =>
  `${texts.subjects[measureOf(measure).source]}: ${dashboardsTexts.measures[measure]}`;
const optionsOf = (names: readonly Measure[]) => names.map((value) => ({ value, label: labelOf(value) }));
const KINDS = tileKinds.map((value) => ({ value, label: texts.kinds[value] }));
const SIZES = tileSizes.map((value) => ({ value, label: texts.sizes[value] }));

/** One tile: what it shows, how, and of what. */
export function TileFields({ tile, at, fixed, problemAt, onChange, ...rest }: Props) {
  const place = `tiles.${at}`;
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-lg border border-line p-4">
      <legend className="flex items-center gap-1 px-1 font-semibold">
        {texts.tileOf(at + 1)}
        {!fixed && <Moves {...rest} at={at} />}
      </legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Field label={texts.kind}>
          <Select
            value={tile.kind}
            options={KINDS}
            disabled={fixed}
            onChange={(kind) => onChange({ kind })}
          />
        </Field>
        <Measures {...{ tile, place, fixed, problemAt, onChange }} />
        <Filters {...{ tile, fixed, onChange }} choices={rest.choices} />
        <Field id={idOf(`${place}.title`)} label={texts.tileTitle} error={problemAt(`${place}.title`)}>
          <TextInput
            value={tile.title}
            maxLength={DASHBOARDS.title}
            placeholder={tileTitle({ ...tile, title: "" })}
            readOnly={fixed}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
        <Field label={texts.size}>
          <Select
            value={tile.size}
            options={SIZES}
            disabled={fixed}
            onChange={(size) => onChange({ size })}
          />
        </Field>
      </div>
      {tile.kind !== "table" && (
        <Checkbox
          className="justify-self-start"
          label={texts.compare}
          checked={tile.compare}
          disabled={fixed}
          onChange={(compare) => onChange({ compare })}
        />
      )}
    </fieldset>
  );
}

function Moves({ at, count, onMove, onRemove }: Pick<Props, "at" | "count" | "onMove" | "onRemove">) {
  return (
    <>
      <IconButton
        size="sm"
        label={texts.moveUp(at + 1)}
        icon={<ArrowUp aria-hidden />}
        aria-disabled={at === 0}
        onClick={() => at > 0 && onMove(-1)}
      />
      <IconButton
        size="sm"
        label={texts.moveDown(at + 1)}
        icon={<ArrowDown aria-hidden />}
        aria-disabled={at === count - 1}
        onClick={() => at < count - 1 && onMove(1)}
      />
      <IconButton
        size="sm"
        tone="danger"
        label={texts.removeTile(at + 1)}
        icon={<CircleX aria-hidden />}
        onClick={onRemove}
      />
    </>
  );
}

function Measures({
  tile: { kind, measures },
  place,
  fixed,
  problemAt,
  onChange,
}: Pick<Props, "tile" | "fixed" | "problemAt" | "onChange"> & { place: string }) {
  const [first = "sent", ...others] = measures;
  const beside = measuresBeside(kind, measures);
  const room = Math.min(DASHBOARDS.measures - 1, beside.length);
  const set = (at: number, measure: Measure | "") =>
    onChange({
      measures: [first, ...others.toSpliced(at, 1, ...(measure === "" ? [] : [measure]))],
    });
  return (
    <>
      <Field id={idOf(`${place}.measures`)} label={texts.measure} error={problemAt(`${place}.measures`)}>
        <Select
          value={first}
          options={optionsOf(measureNames)}
          disabled={fixed}
          onChange={(measure) => onChange({ measures: [measure, ...others] })}
        />
      </Field>
      {Array.from({ length: Math.min(room, others.length + 1) }, (_, at) => (
        <Field key={at} label={texts.measureOf(at + 2)}>
          <Select<Measure | "">
            value={others[at] ?? ""}
            options={[
              { value: "", label: texts.noSecond },
              ...optionsOf(beside.filter((name) => name === others[at] || !others.includes(name))),
            ]}
            disabled={fixed}
            onChange={(measure) => set(at, measure)}
          />
        </Field>
      ))}
    </>
  );
}

const FILTERS = {
  channelId: { label: texts.channel, of: "channels" },
  botId: { label: texts.bot, of: "bots" },
  departmentId: { label: texts.department, of: "departments" },
} as const;

function Filters({
  tile: { measures, filter },
  fixed,
  choices,
  onChange,
}: Pick<Props, "tile" | "fixed" | "choices" | "onChange">) {
  return filtersOf(measures).map((name) => (
    <ChoiceField
      key={name}
      {...FILTERS[name]}
      value={filter[name]}
      known={choices[FILTERS[name].of]}
      fixed={fixed}
      onChange={(next) => onChange({ filter: { ...filter, [name]: next } })}
    />
  ));
}
