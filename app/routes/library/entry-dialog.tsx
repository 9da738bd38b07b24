import { type ApiError, request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { can, useSession } from "#app/session/session.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import { listDepartments } from "#workers/contract/endpoints/departments.ts";
import {
  type Artifact,
  type Bucket,
  createArtifact,
  getArtifact,
  listArtifacts,
  listBuckets,
  updateArtifact,
} from "#workers/contract/endpoints/library.ts";
import {
  type ArtifactKind,
  artifactTypes,
  kindOfArtifact,
  LIBRARY,
  replyNames,
} from "#workers/contract/library.ts";
import type { Written } from "./add-menu.tsx";
import { bucketOptions } from "./bucket-options.ts";
import type { Place } from "./use-library-uploads.ts";

/** An entry that is changed, or the kind of a new one and where it goes. */
export type Editing = { artifact: Artifact } | { artifact?: undefined; kind: Written; place: Place };

const FORM = "entry";

interface Values extends Record<string, string> {
  name: string;
  desc: string;
  text: string;
  address: string;
  latitude: string;
  longitude: string;
  url: string;
  whose: string;
  bucketId: string;
  deptId: string;
}

/** Writes a message, a place, a link or a tag, or changes what is said of an entry. */
export function EntryDialog(props: Editing & { buckets: readonly Bucket[]; onClose: () => void }) {
  const { artifact, buckets, onClose } = props;
  const kind: ArtifactKind = artifact ? (kindOfArtifact(artifact.type) ?? "message") : props.kind;
  const form = useFields<Values>(artifact ? valuesOf(artifact) : empty(props.place), (values) =>
    problemsOf(kind, values),
  );
  const { values, errors } = form;
  const sending = useSend({ form, refused: (error) => refuseAtFields(error, form.refuse) });
  const isPublic = values.whose === "public";
  const save = () => {
    const body = {
      data: {
        name: values.name,
        desc: values.desc,
        text: values.text,
        address: values.address,
        url: values.url,
        latitude: numberIn(values.latitude),
        longitude: numberIn(values.longitude),
        fileId: artifact?.data.fileId ?? "",
      },
      deptId: isPublic ? values.deptId : "",
      bucketId: values.bucketId,
      isPublic,
    };
    return sending.send(
      () =>
        artifact
          ? request(updateArtifact, {
              params: { id: artifact._id },
              body: { ...body, revision: artifact.revision },
            })
          : request(createArtifact, { body: { ...body, type: artifactTypes[kind] } }),
      async () => {
        await Promise.all([
          invalidate(listArtifacts),
          invalidate(listBuckets),
          artifact && invalidate(getArtifact, { params: { id: artifact._id } }),
        ]);
        onClose();
      },
    );
  };
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      title={artifact ? texts.editTitle(artifact.data.name) : texts.addTitle[kind]}
      labels={LABELS}
      onSubmit={save}
    >
      <Field id={`${FORM}-name`} label={texts.name} required error={errors.name}>
        <TextInput autoFocus maxLength={kind === "tag" ? LIBRARY.tag : LIBRARY.name} {...form.text("name")} />
      </Field>
      <KindFields kind={kind} form={form} />
      {kind !== "tag" && (
        <Field id={`${FORM}-desc`} label={texts.desc} error={errors.desc}>
          <TextInput maxLength={LIBRARY.desc} {...form.text("desc")} />
        </Field>
      )}
      <RadioGroup
        legend={texts.visibility}
        value={isPublic ? "public" : "private"}
        choices={[
          { value: "public", label: texts.visibilities.public, hint: texts.publicHint },
          { value: "private", label: texts.visibilities.private, hint: texts.privateHint },
        ]}
        onChange={(whose) => {
          form.set("whose", whose);
          // A bucket is as public as what is in it.
          form.set("bucketId", "");
        }}
      />
      <BucketField form={form} known={buckets} />
      {isPublic && <DepartmentField form={form} />}
    </FormDialog>
  );
}

type Form = ReturnType<typeof useFields<Values>>;

function KindFields({ kind, form }: { kind: ArtifactKind; form: Form }) {
  const { errors } = form;
  if (kind === "message") {
    const names = replyNames.map((name) => `{${name}}`).join(", ");
    return (
      <Field
        id={`${FORM}-text`}
        label={texts.messageText}
        required
        hint={texts.messageHint(names)}
        error={errors.text}
      >
        <Textarea rows={5} maxLength={LIBRARY.text} {...form.text("text")} />
      </Field>
    );
  }
  if (kind === "url") {
    return (
      <Field id={`${FORM}-url`} label={texts.url} required error={errors.url}>
        <TextInput type="url" inputMode="url" maxLength={LIBRARY.url} {...form.text("url")} />
      </Field>
    );
  }
  if (kind !== "map") return null;
  return (
    <>
      <Field id={`${FORM}-address`} label={texts.address} error={errors.address}>
        <TextInput maxLength={LIBRARY.address} {...form.text("address")} />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field id={`${FORM}-latitude`} label={texts.latitude} required error={errors.latitude}>
          <TextInput inputMode="decimal" {...form.text("latitude")} />
        </Field>
        <Field id={`${FORM}-longitude`} label={texts.longitude} required error={errors.longitude}>
          <TextInput inputMode="decimal" {...form.text("longitude")} />
        </Field>
      </div>
    </>
  );
}

/** Buckets of the chosen visibility; those of the other are asked for when it is chosen. */
function BucketField({ form, known }: { form: Form; known: readonly Bucket[] }) {
  const visibility = form.values.whose === "public" ? ("public" as const) : ("private" as const);
  const isKnown = known.some(({ isPublic }) => isPublic === (visibility === "public"));
  const { answer } = useQueryOf(listBuckets, { query: { visibility } }, { enabled: !isKnown });
  return (
    <Field id={`${FORM}-bucketId`} label={texts.bucket} error={form.errors.bucketId}>
      <Select
        value={form.values.bucketId}
        options={bucketOptions(isKnown ? known : (answer?.list ?? []))}
        onChange={(next) => form.set("bucketId", next)}
      />
    </Field>
  );
}

/** Only who sees the departments can choose one. */
function DepartmentField({ form }: { form: Form }) {
  const { profile } = useSession();
  const mayList = can(profile, ["DEPARTMENTS.VIEW"]);
  const { answer } = useQueryOf(listDepartments, { query: { perPage: -1 } }, { enabled: mayList });
  if (!mayList || !answer || answer.departments.length === 0) return null;
  return (
    <Field
      id={`${FORM}-deptId`}
      label={texts.department}
      hint={texts.departmentHint}
      error={form.errors.deptId}
    >
      <Select
        value={form.values.deptId}
        options={[
          { value: "", label: texts.everyDepartment },
          ...answer.departments.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(next) => form.set("deptId", next)}
      />
    </Field>
  );
}

const LABELS: Record<keyof Values & string, string> = {
  name: texts.name,
  text: texts.messageText,
  url: texts.url,
  address: texts.address,
  latitude: texts.latitude,
  longitude: texts.longitude,
  desc: texts.desc,
  whose: texts.visibility,
  bucketId: texts.bucket,
  deptId: texts.department,
};

const empty = ({ isPublic, bucketId }: Place): Values => ({
  name: "",
  desc: "",
  text: "",
  address: "",
  latitude: "",
  longitude: "",
  url: "",
  whose: isPublic ? "public" : "private",
  bucketId,
  deptId: "",
});

const valuesOf = ({ data, isPublic, bucketId, deptId }: Artifact): Values => ({
  name: data.name,
  desc: data.desc,
  text: data.text,
  address: data.address,
  latitude: data.latitude === null ? "" : String(data.latitude),
  longitude: data.longitude === null ? "" : String(data.longitude),
  url: data.fileId ? "" : data.url,
  whose: isPublic ? "public" : "private",
  bucketId,
  deptId,
});

/** A number as people write it; null for anything else. */
function numberIn(text: string): number | null {
  const value = text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."));
  return Number.isFinite(value) ? value : null;
}

function problemsOf(kind: ArtifactKind, values: Values): Partial<Record<keyof Values, string>> {
  const problems: Partial<Record<keyof Values, string>> = {};
  if (values.name.trim() === "") problems.name = texts.nameEmpty;
  if (kind === "message" && values.text.trim() === "") problems.text = texts.textEmpty;
  if (kind === "url" && !/^https?:\/\/./i.test(values.url.trim())) problems.url = texts.urlWrong;
  if (kind === "map") {
    const [latitude, longitude] = [numberIn(values.latitude), numberIn(values.longitude)];
    if (latitude === null || Math.abs(latitude) > 90) problems.latitude = texts.latitudeWrong;
    if (longitude === null || Math.abs(longitude) > 180) problems.longitude = texts.longitudeWrong;
  }
  return problems;
}

/** The server names a field of the entry with `data.` before it. */
function refuseAtFields({ errors }: ApiError, refuse: (errors: Record<string, string>) => void): boolean {
  const fields = Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [name.replace(/^data\./, ""), text]),
  );
  const isKnown = Object.keys(LABELS).some((name) => fields[name]);
  if (isKnown) refuse(fields);
  return isKnown;
}
