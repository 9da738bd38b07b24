import { Paperclip } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { MediaPicker } from "#app/features/library/media-picker.tsx";
import type { Picked } from "#app/features/library/media-picker-window.tsx";
import { chatsTexts as texts } from "#texts/chats.ts";
import { channelMedia } from "#workers/contract/endpoints/drive.ts";
import { type MediaKind, mediaKinds } from "#workers/contract/message-body.ts";
import { markOfGroup } from "#workers/contract/library.ts";

/** Picks a file for an answer, of the kinds that the chat's channel takes. */
export function Attach({ channelType, onPick }: { channelType: number; onPick: (file: Picked) => void }) {
  const [group, setGroup] = useState<MediaKind>();
  const takes = channelMedia[channelType];
  const offered = mediaKinds.filter((each) => takes?.[each] !== undefined);
  if (offered.length === 0) return null;
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
