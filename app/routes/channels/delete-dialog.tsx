import { request } from "#app/data/api.ts";
import { ConfirmByName } from "#app/kit/confirm-by-name.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import { uiTexts } from "#texts/ui.ts";
import { type Channel, deleteChannel } from "#workers/contract/endpoints/channels.ts";
import { forgetChannel } from "./show-channel.ts";

/** Deleting a channel stops its messages at once. */
export function DeleteDialog({
  channel: { id, name },
  onClose,
  onDeleted = onClose,
}: {
  channel: Pick<Channel, "id" | "name">;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  return (
    <ConfirmByName
      {...{ name, onClose }}
      id="delete-channel"
      texts={{
        title: texts.removeTitle(name),
        text: texts.removeText,
        label: texts.removeType(name),
        mismatch: texts.removeMismatch,
        submit: uiTexts.delete,
      }}
      send={() => request(deleteChannel, { params: { id } })}
      onDone={() => {
        onDeleted();
        forgetChannel(id);
      }}
    />
  );
}
