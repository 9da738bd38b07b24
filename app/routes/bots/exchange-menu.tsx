import { Download, EllipsisVertical, Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, download } from "#app/api.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import * as messages from "#app/messages.ts";
import { saveFile } from "#app/save-file.ts";
import { exportAgent, exportPhrases } from "#workers/contract/endpoints/exchange.ts";
import type { TrainingControl } from "./use-training.ts";

const ImportPhrases = lazy(() =>
  import("./import-phrases-dialog.tsx").then(({ ImportPhrasesDialog }) => ({ default: ImportPhrasesDialog })),
);
const texts = messages.exchange;

/** Exports and imports the agent and its phrases as files. */
export function ExchangeMenu({
  agent,
  training,
}: {
  agent: { id: string; name: string };
  training: TrainingControl;
}) {
  const toast = useToast();
  const revalidator = useRevalidator();
  const [importing, setImporting] = useState(false);
  const save = async (endpoint: typeof exportAgent, name: string) => {
    try {
      saveFile(await download(endpoint, { params: { id: agent.id } }), name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.message);
    }
  };
  return (
    <>
      <Menu
        button={
          <IconButton label={messages.bots.agentMenu(agent.name)} icon={<EllipsisVertical aria-hidden />} />
        }
        entries={[
          {
            label: texts.exportAgent,
            icon: <Download aria-hidden />,
            onSelect: () => void save(exportAgent, `${agent.name}.json`),
          },
          {
            label: texts.exportPhrases,
            icon: <Download aria-hidden />,
            onSelect: () => void save(exportPhrases, `${agent.name}.csv`),
          },
          {
            label: texts.importPhrases,
            icon: <Upload aria-hidden />,
            onSelect: () => setImporting(true),
          },
        ]}
      />
      {importing && (
        <Suspense>
          <ImportPhrases
            agentId={agent.id}
            open
            onClose={() => setImporting(false)}
            onImported={() => {
              setImporting(false);
              training.noteChange();
              void revalidator.revalidate();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
