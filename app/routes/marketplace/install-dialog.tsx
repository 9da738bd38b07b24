import { useEffect, useState } from "react";
import { Link } from "react-router";
import { ApiError, call, messageOf, request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { ImportReferences } from "#app/features/automation-import/import-references.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  checkInstall,
  type CheckedPackage,
  getPackage,
  install,
  type Installed,
  listPackages,
  listShelf,
} from "#workers/contract/endpoints/marketplace.ts";
import { InstallPart } from "./install-part.tsx";
import {
  isUpdate,
  missingIn,
  partField,
  proposedFor,
  referenceField,
  refusalsOf,
  sentOf,
} from "./install-values.ts";
import { addressOf, type Chosen } from "./place.ts";

const FORM = "install";

interface Props {
  chosen: Chosen;
  onClose: () => void;
}

/** The result of a look; each look has a number of its own. */
type Found = { round: number; checked: CheckedPackage } | { round: number; problem: unknown };

/** Looks at what an install would make, lets it be chosen and mapped, and makes it. */
export function InstallDialog({ chosen, onClose }: Props) {
  const { from, name } = chosen;
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    let isLate = false;
    const look = async (): Promise<Found> => {
      try {
        return { round, checked: await call(checkInstall, { body: { from } }) };
      } catch (problem) {
        return { round, problem };
      }
    };
    void look().then((now) => {
      if (!isLate) setFound(now);
    });
    return () => {
      isLate = true;
    };
  }, [from, round]);
  const again = () => setRound((before) => before + 1);
  if (found && "checked" in found) {
    return (
      <InstallForm
        key={found.round}
        {...{ chosen, onClose }}
        checked={found.checked}
        isNewer={found.round > 0}
        onStale={again}
      />
    );
  }
  const problem = found?.round === round ? found.problem : undefined;
  return (
    <Dialog
      open
      size="lg"
      title={texts.installTitle(name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiTexts.cancel}</Button>}
    >
      {problem === undefined ? (
        <div role="status" aria-label={texts.checking}>
          <SkeletonRows rows={4} />
        </div>
      ) : (
        <ErrorState
          title={texts.failed}
          text={messageOf(problem)}
          requestId={problem instanceof ApiError ? problem.requestId : undefined}
          onRetry={again}
        />
      )}
    </Dialog>
  );
}

function InstallForm({
  chosen: { from, name },
  checked,
  isNewer,
  onClose,
  onStale,
}: Props & { checked: CheckedPackage; isNewer: boolean; onStale: () => void }) {
  const [made, setMade] = useState<Installed>();
  // The same for every press of this form: however often it arrives, it installs once.
  const [key] = useState(() => crypto.randomUUID());
  const form = useFields(proposedFor(checked), (values) => missingIn(checked, values));
  const sending = useSend({
    form,
    refused: ({ errors }) => {
      if (errors["revision"] || errors["version"]) {
        onStale();
        return true;
      }
      const ours = refusalsOf(checked, errors);
      const isKnown = Object.keys(ours).some((field) => form.values[field] !== undefined);
      if (isKnown) form.refuse(ours);
      return isKnown;
    },
  });
  const labels = labelsOf(checked);
  const save = () =>
    sending.send(
      () => request(install, { body: { from, key, ...sentOf(checked, form.values) } }),
      ({ payload }) => {
        setMade(payload);
        void invalidate("package" in from ? listPackages : listShelf);
        if ("package" in from) void invalidate(getPackage, { params: { id: from.package } });
      },
    );
  const { parts, references, channels } = checked;
  const updates = isUpdate(checked);
  const wantsChannel =
    channels !== null && parts.some((_, at) => form.values[partField(at, "into")] === "new");
  return (
    <FormDialog
      {...{ onClose, form, sending, labels }}
      open
      size="lg"
      id={FORM}
      title={updates ? texts.updateTitle(name, checked.version) : texts.installTitle(name)}
      description={made ? undefined : updates ? texts.updateText : texts.installText}
      edited={form.edited && !made}
      submit={updates ? texts.update : texts.install}
      onSubmit={save}
      done={made && <Result made={made} />}
    >
      {isNewer && (
        <Banner kind="warning" live>
          {texts.lookedAnew}
        </Banner>
      )}
      {updates && checked.changes && (
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium">{texts.changes(checked.version)}:</span> {checked.changes}
        </p>
      )}
      <ul className="grid gap-3">
        {parts.map((part, at) => (
          <InstallPart key={`${part.of} ${part.id}`} {...{ form, at, part, checked, labels }} formId={FORM} />
        ))}
      </ul>
      {wantsChannel && (
        <Field
          id={`${FORM}-channelId`}
          label={texts.channel}
          hint={texts.channelHint}
          required
          error={form.errors["channelId"]}
        >
          <Select
            value={form.values["channelId"] ?? ""}
            options={[
              ...(form.values["channelId"] === "" ? [{ value: "", label: texts.chooseChannel }] : []),
              ...channels.map((each) => ({ value: each.id, label: each.name })),
            ]}
            onChange={(channelId) => form.set("channelId", channelId)}
          />
        </Field>
      )}
      {wantsChannel && channels.length === 0 && (
        <Banner kind="warning">
          {texts.noChannel}{" "}
          <Link to="/admin/channels" className="text-accent-ink underline underline-offset-2">
            {texts.toChannels}
          </Link>
        </Banner>
      )}
      {references.length > 0 && <ImportReferences {...{ form, checked, labels }} formId={FORM} />}
    </FormDialog>
  );
}

function labelsOf({ parts, references }: CheckedPackage): Record<string, string> {
  return Object.fromEntries([
    ...parts.flatMap(({ name }, at) => [
      [partField(at, "into"), texts.what(name)],
      [partField(at, "name"), texts.nameOf(name)],
    ]),
    ...references.map(({ name }, at) => [referenceField(at), name]),
    ["channelId", texts.channel],
  ]) as Record<string, string>;
}

/** The things made, with links to them. */
const Result = ({ made: { things } }: { made: Installed }) => (
  <div className="grid gap-4">
    <Banner kind="success" live title={texts.done}>
      {things.some(({ of }) => of === "bot") ? texts.doneBot : texts.doneText}
    </Banner>
    <ul className="grid gap-2">
      {things.map((thing) => (
        <li key={thing.id}>
          <Link
            to={addressOf(thing)}
            state={{ name: thing.name }}
            className="[overflow-wrap:anywhere] text-accent-ink underline underline-offset-2"
          >
            <bdi>{thing.name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  </div>
);
