import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";

/** The `Gone` of `frameOf`: a page that says that what its address names does not exist, and leads back to its list. */
export const goneOf =
  ({ title, gone, back }: { title: string; gone: string; back: string }, list: string) =>
  () => (
    <Page title={title}>
      <EmptyState title={gone} action={<ButtonLink to={list}>{back}</ButtonLink>} />
    </Page>
  );
