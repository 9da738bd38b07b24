import { Paperclip } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { MediaPicker } from "#app/features/library/media-picker.tsx";
import type { Picked } from "#app/features/library/media-picker-window.tsx";
import { chatsTexts as texts } from "#texts/chats.ts";
import { channelMedia } from "#workers/contract/endpoints/drive.ts";
import { type MediaKind, mediaKinds } from "#workers/contract/message-body.ts";
import { markOfGroup } from "#workers/contract/library.ts";

/** Picks a file for an answer, of the kinds that the chat's channel takes: from the library, or without one from this device. */
export function Attach({
  channelType,
  hasLibrary,
  onPick,
  onFiles,
}: {
  channelType: number;
  hasLibrary: boolean;
  onPick: (file: Picked) => void;
  onFiles: (files: readonly File[]) => void;
}) {
  const [group, setGroup] = useState<MediaKind>();
  const takes = channelMedia[channelType];
  const offered = mediaKinds.filter((each) => takes?.[each] !== undefined);
  const input = useRef<HTMLInputElement>(null);
  if (offered.length === 0) return null;
  if (!hasLibrary)
    return (
      <>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            // The same file may be chosen again.
            target.value = "";
          }}
        />
        <IconButton
          label={texts.attach}
          icon={<Paperclip aria-hidden />}
          onClick={() => input.current?.click()}
        />
      </>
    );
  return (
    <>
      <Menu
        anchor="top end"
        button={<IconButton label={texts.attach} icon={<Paperclip aria-hidden />} />}
        entries={offered.map((each) => ({
          label: texts.attachKinds[each],
          onSelect: () => setGroup(each),
        }))}
      />
      {group && (
        <MediaPicker
          mark={markOfGroup(group)}
          channelType={channelType}
          onClose={() => setGroup(undefined)}
          onPick={(file) => {
            onPick(file);
            setGroup(undefined);
          }}
        />
      )}
    </>
  );
}
