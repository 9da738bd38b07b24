import { Download, EllipsisVertical, Upload } from "lucide-react";
import { useState } from "react";
import { download } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts } from "#texts/bots.ts";
import { importExportTexts as texts } from "#texts/import-export.ts";
import { saveFile } from "#app/data/save-file.ts";
import { exportAgent, exportPhrases } from "#workers/contract/endpoints/import-export.ts";
import type { TrainingControl } from "../training/use-training.ts";
import { intentsChanged } from "./intents-changed.ts";

const ImportPhrases = lazily(
  () => import("./import-phrases-dialog.tsx"),
  (module) => module.ImportPhrasesDialog,
);

/** Exports and imports the bot and its phrases as files. */
export function ImportExportMenu({
  agent,
  training,
}: {
  agent: { id: string; name: string };
  training: TrainingControl;
}) {
  const toast = useToast();
  const [importing, setImporting] = useState(false);
  const { send } = useSend({
    refused: ({ message }) => {
      toast.error(message);
      return true;
    },
  });
  const save = (endpoint: typeof exportAgent, name: string) =>
    send(
      () => download(endpoint, { params: { id: agent.id } }),
      (file) => saveFile(file, name),
    );
  return (
    <>
      <Menu
        button={
          <IconButton label={botsTexts.agentMenu(agent.name)} icon={<EllipsisVertical aria-hidden />} />
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
        <ImportPhrases
          agentId={agent.id}
          open
          onClose={() => setImporting(false)}
          onImported={() => {
            setImporting(false);
            training.noteChange();
            intentsChanged();
          }}
        />
      )}
    </>
  );
}
