import { Trash2 } from "lucide-react";
import { LogoMark } from "#app/components/logo.tsx";
import { FilePicker } from "#app/components/upload/file-picker.tsx";
import { usePicture } from "#app/components/use-picture.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import { productName } from "#app/lib/product.ts";
import { AccentField } from "./accent-field.tsx";
import { idOf } from "./enterprise-draft.ts";
import { LookPreview } from "./look-preview.tsx";
import type { EnterpriseControl } from "./use-enterprise-draft.ts";

/** The console's branding: title, logo and colours, with a preview next to them. */
export function LookCard({ control, readOnly }: { control: EnterpriseControl; readOnly: boolean }) {
  const { draft, problems, change, leave } = control;
  const logo = usePicture(draft.logoId);
  return (
    <Card>
      <h2 className="font-semibold">{texts.whiteLabel}</h2>
      <p className="mt-1 mb-3 text-muted">{texts.whiteLabelHint}</p>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <Field
            id={idOf("title")}
            label={texts.productTitle}
            hint={texts.productTitleHint(productName())}
            error={problems.title}
          >
            <TextInput
              readOnly={readOnly}
              maxLength={40}
              value={draft.title}
              onChange={(event) => change({ title: event.target.value })}
              onBlur={() => leave("title")}
            />
          </Field>
          <div id={idOf("logoId")} tabIndex={-1} className="grid gap-2">
            <p className="font-medium">{texts.logo}</p>
            <p className="text-[0.8125rem] text-muted">{texts.logoHint}</p>
            <div className="flex flex-wrap items-start gap-3">
              {logo ? (
                <img src={logo} alt="" className="size-12 rounded-lg border border-line object-contain" />
              ) : (
                <LogoMark className="size-12" />
              )}
              {!readOnly && (
                <div className="grid min-w-0 flex-1 basis-56 gap-2">
                  <FilePicker
                    use="logo"
                    limitsShown={false}
                    label={draft.logoId ? texts.logoChange : texts.logoAdd}
                    onUploaded={({ id }) => change({ logoId: id })}
                  />
                  {draft.logoId && (
                    <Button
                      size="sm"
                      className="justify-self-start"
                      icon={<Trash2 aria-hidden />}
                      onClick={() => change({ logoId: "" })}
                    >
                      {texts.logoRemove}
                    </Button>
                  )}
                </div>
              )}
            </div>
            {problems.logoId && (
              <p className="text-[0.8125rem] font-medium text-danger-ink">{problems.logoId}</p>
            )}
          </div>
          <AccentField name="accent" theme="light" control={control} readOnly={readOnly} />
          <AccentField name="accentDark" theme="dark" control={control} readOnly={readOnly} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-3">
          <LookPreview theme="light" draft={draft} logo={logo} />
          <LookPreview theme="dark" draft={draft} logo={logo} />
        </div>
      </div>
    </Card>
  );
}
