import { Upload } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { ImportsDrawing } from "#app/components/drawings/imports.tsx";
import { Page } from "#app/components/page.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useCan } from "#app/session/session.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import { listUploads, UPLOADS_PAGE } from "#workers/contract/endpoints/imports.ts";
import type { Route } from "./+types/uploads.ts";
import { toCustomers, UPLOAD_FILE } from "./addresses.ts";
import { UploadsTable } from "./uploads-table.tsx";
import { useLive } from "./use-live.ts";
import { useStep } from "./use-step.tsx";

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title: texts.myUploads, crumbs: [toCustomers], failed: texts.uploadsFailed },
  wide: true,
  rows: 10,
  toasts: true,
});

/** The page number is in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { from } = listStateIn(url);
  const list = await load(listUploads, { query: { from } });
  if (list.answer.customerCSVs.length === 0 && from > 0) return redirect(new URL(url).pathname);
  return { list, from };
});

/** The imports of an enterprise, with live updates. */
export default function Uploads({ loaderData: { list: loaded, from } }: Route.ComponentProps) {
  const list = useLoaded(loaded);
  const { customerCSVs: uploads, hasMore } = list.answer;
  const imports = useCan()("CUSTOMER.IMPORT");
  const { go } = useListState();
  // A new import is at the top of the first page.
  useLive(uploads, () => from === 0 && void invalidate(listUploads));
  const stepping = useStep();
  return (
    <Page
      wide
      title={texts.myUploads}
      crumbs={[toCustomers]}
      back={toCustomers}
      actions={
        imports && (
          <ButtonLink tone="primary" icon={<Upload aria-hidden />} to={UPLOAD_FILE}>
            {texts.upload}
          </ButtonLink>
        )
      }
    >
      <Failure text={stepping.failure} className="mb-3" />
      <ListBody
        {...{ list, from }}
        label={texts.pages}
        count={uploads.length}
        more={hasMore}
        perPage={UPLOADS_PAGE}
        onGo={go}
        empty={{
          drawing: <ImportsDrawing />,
          title: texts.noUploads,
          text: texts.noUploadsText,
          action: imports && <ButtonLink to={UPLOAD_FILE}>{texts.upload}</ButtonLink>,
        }}
      >
        <UploadsTable uploads={uploads} stepping={stepping} />
      </ListBody>
    </Page>
  );
}
