import { CirclePlus, CircleX } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { type DashboardPage, DASHBOARDS } from "#workers/contract/own-dashboards.ts";
import { idOf } from "./dashboard-draft.ts";

/** Pages of the deployment's analytics host below the tiles; nothing where there is neither a host nor a page. */
export function PageFields({
  pages,
  host,
  fixed,
  problemAt,
  onChange,
}: {
  pages: readonly DashboardPage[];
  host: string;
  fixed: boolean;
  problemAt: (place: string) => string | undefined;
  onChange: (pages: DashboardPage[], touched?: string) => void;
}) {
  if (host === "" && pages.length === 0) return null;
  const set = (at: number, field: "title" | "address", value: string) =>
    onChange(
      pages.map((page, each) => (each === at ? { ...page, [field]: value } : page)),
      `pages.${at}.${field}`,
    );
  return (
    <>
      <div>
        <h2 className="font-semibold">{texts.pages}</h2>
        {host !== "" && (
          <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">{texts.pagesHint(host)}</p>
        )}
      </div>
      {pages.map(({ id, title, address }, at) => (
        <fieldset
          key={id}
          className="grid min-w-0 gap-3 rounded-lg border border-line p-4 sm:grid-cols-[1fr_2fr]"
        >
          <legend className="flex items-center gap-1 px-1 font-semibold">
            {texts.pageOf(at + 1)}
            {!fixed && (
              <IconButton
                size="sm"
                tone="danger"
                label={texts.removePage(at + 1)}
                icon={<CircleX aria-hidden />}
                onClick={() => onChange(pages.toSpliced(at, 1))}
              />
            )}
          </legend>
          <Field
            id={idOf(`pages.${at}.title`)}
            label={texts.pageTitle}
            required
            error={problemAt(`pages.${at}.title`)}
          >
            <TextInput
              value={title}
              maxLength={DASHBOARDS.title}
              readOnly={fixed}
              onChange={(event) => set(at, "title", event.target.value)}
            />
          </Field>
          <Field
            id={idOf(`pages.${at}.address`)}
            label={texts.pageAddress}
            required
            error={problemAt(`pages.${at}.address`)}
          >
            <TextInput
              type="url"
              value={address}
              maxLength={DASHBOARDS.address}
              readOnly={fixed}
              onChange={(event) => set(at, "address", event.target.value)}
            />
          </Field>
        </fieldset>
      ))}
      {!fixed && host !== "" && pages.length < DASHBOARDS.pages && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<CirclePlus aria-hidden />}
          onClick={() => onChange([...pages, { id: crypto.randomUUID(), title: "", address: `${host}/` }])}
        >
          {texts.addPage}
        </Button>
      )}
    </>
  );
}
