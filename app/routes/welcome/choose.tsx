import { Check, Compass, Headset, Landmark, type LucideIcon, Plane, ShoppingBag } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { call } from "#app/data/api.ts";
import { patch, put } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Page } from "#app/components/page.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { refreshGuide, useGuide } from "#app/session/guide.ts";
import { useCan, useSession } from "#app/session/session.ts";
import { oweTour } from "#app/session/tour.ts";
import { firstRunTexts as texts } from "#texts/first-run.ts";
import { uiTexts } from "#texts/ui.ts";
import { beginFirstRun, getFirstRun, getGuide } from "#workers/contract/endpoints/first-run.ts";
import { FIRST_RUN, type FirstRunKind, firstRunKinds } from "#workers/contract/first-run.ts";

const ICONS: Readonly<Record<FirstRunKind, LucideIcon>> = {
  bank: Landmark,
  shop: ShoppingBag,
  travel: Plane,
  support: Headset,
  empty: Compass,
};

/** One press on a card begins: what it gets is said on it, and all of it can be deleted later. */
export function Choose() {
  const { profile } = useSession();
  const may = useCan();
  const guide = useGuide();
  const isDue = guide?.due ?? true;
  const hasCustomers = guide?.steps.some(({ step, done }) => step === "customers" && done) ?? false;
  const navigate = useNavigate();
  const [samples, setSamples] = useState(false);
  const [chosen, setChosen] = useState<FirstRunKind>();
  const { busy, failure, send } = useSend();
  const begin = async (kind: FirstRunKind) => {
    setChosen(kind);
    await send(
      () => call(beginFirstRun, { body: { kind, samples } }),
      async (run) => {
        // A dashboard of an enterprise that has not chosen leads here.
        oweTour(profile.uId);
        patch(getGuide, undefined, (known) => ({ ...known, due: false }));
        void refreshGuide();
        put(getFirstRun, {}, run);
        if (!run.agent) await navigate("/dashboard", { replace: true });
      },
    );
  };
  return (
    <Page title={texts.title} lead={texts.lead(profile.enterpriseName)}>
      <Failure text={failure} className="mb-4" />
      {may("CUSTOMER.IMPORT") && !hasCustomers && (
        <Checkbox
          label={texts.withSamples}
          hint={texts.withSamplesHint}
          checked={samples}
          onChange={setSamples}
          className="mb-5"
        />
      )}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {firstRunKinds.map((kind) => (
          <KindCard
            key={kind}
            kind={kind}
            isDue={isDue}
            busy={busy && chosen === kind}
            blocked={busy && chosen !== kind}
            onBegin={() => void begin(kind)}
          />
        ))}
      </ul>
    </Page>
  );
}

/** A press anywhere on the card is one on its button. */
const WHOLE = "mt-auto after:absolute after:inset-0 after:rounded-xl";

function KindCard({
  kind,
  isDue,
  busy,
  blocked,
  onBegin,
}: {
  kind: FirstRunKind;
  isDue: boolean;
  busy: boolean;
  blocked: boolean;
  onBegin: () => void;
}) {
  const Icon = ICONS[kind];
  const { name, gets } = texts.kinds[kind];
  const isEmpty = kind === "empty";
  return (
    <li
      className={cx(
        "relative flex flex-col gap-3 rounded-xl border p-5 transition-colors hover:border-accent",
        isEmpty ? "border-dashed border-edge" : "border-line bg-surface shadow-card",
      )}
    >
      <div className="flex items-center gap-3">
        <span
          className={cx(
            "flex size-10 shrink-0 items-center justify-center rounded-lg",
            isEmpty ? "bg-sunken text-muted" : "bg-accent-soft text-accent-ink",
          )}
        >
          <Icon aria-hidden className="size-5" />
        </span>
        <h2 className="text-base font-semibold">{name}</h2>
      </div>
      <p className="text-muted">{gets}</p>
      {!isEmpty && (
        <ul className="grid gap-1 text-[0.8125rem] text-muted">
          {[texts.getsTrained, texts.getsChannel, texts.getsChat(FIRST_RUN[kind].asks)].map((each) => (
            <li key={each} className="flex gap-2">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success-ink" />
              {each}
            </li>
          ))}
        </ul>
      )}
      {isEmpty && !isDue ? (
        <ButtonLink to="/bots" className={WHOLE}>
          {texts.buildOwn}
        </ButtonLink>
      ) : (
        <Button
          tone={isEmpty ? "secondary" : "primary"}
          busy={busy}
          disabledReason={blocked ? uiTexts.wait : undefined}
          className={WHOLE}
          onClick={onBegin}
        >
          {isEmpty ? texts.beginEmpty : texts.begin(name)}
        </Button>
      )}
    </li>
  );
}
