import { useQueryOf } from "#app/data/query.ts";
import { getWaFlowDraft } from "#workers/contract/endpoints/wa-flows.ts";
import { getIn } from "./paths.ts";
import { OneOf, TextField } from "./plain-fields.tsx";
import { useScope } from "./scope.ts";

interface Props {
  path: string;
  label: string;
}

/** The first screen of the flow that is picked beside it, by the flow's own screens. */
export function FlowScreenField({ flowAt, ...props }: Props & { flowAt: string }) {
  const { data } = useScope();
  const id = getIn(data, flowAt);
  return typeof id === "string" && id !== "" ? (
    <KnownScreens key={id} id={id} {...props} />
  ) : (
    <TextField {...props} optional />
  );
}

function KnownScreens({ id, ...props }: Props & { id: string }) {
  const { answer, failure } = useQueryOf(getWaFlowDraft, { params: { id } });
  // Whoever may not see flows types its id.
  if (failure) return <TextField {...props} optional />;
  const screens = answer?.content["screens"];
  return (
    <OneOf
      {...props}
      optional
      choices={
        answer &&
        (Array.isArray(screens) ? screens : []).flatMap((screen: { id?: unknown } | null) =>
          typeof screen?.id === "string" ? [{ value: screen.id, label: screen.id }] : [],
        )
      }
    />
  );
}
