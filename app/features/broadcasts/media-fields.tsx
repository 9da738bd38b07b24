import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { useHeldStill } from "#app/lib/holding-still.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { FilePicker } from "#app/components/upload/file-picker.tsx";
import { MediaPicker } from "#app/features/library/media-picker.tsx";
import { shortName } from "#app/lib/short-name.ts";
import { useSession } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { libraryTexts } from "#texts/library.ts";
import type { SentMedia } from "#workers/contract/broadcast.ts";
import type { DriveFile } from "#workers/contract/endpoints/drive.ts";
import { isFitting, type Variables } from "./broadcast-request.ts";
import { useForm, useIdOf } from "./form-context.ts";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.form;
/** The specification's (customer-master.md 9). */
const MOST_LETTERS = 15;
type Needed = Variables["media"][number];

/** Files that the template needs: the header's, or one a card. */
export function MediaFields({ title = texts.attachments }: { title?: string }) {
  const { variables } = useForm();
  if (variables.media.length === 0) return null;
  return (
    <Section title={title}>
      {variables.media.map((needed) => (
        <MediumField key={needed.card ?? "header"} needed={needed} />
      ))}
    </Section>
  );
}

function MediumField({ needed: { card, type } }: { needed: Needed }) {
  const { draft, change, problemAt } = useForm();
  const { profile } = useSession();
  const [picking, setPicking] = useState(false);
  const [wrong, setWrong] = useState("");
  const idOf = useIdOf();
  const place = card === null ? "media" : `cards.${card}`;
  const medium = card === null ? draft.media : (draft.cards[card] ?? null);
  const label = card === null ? texts.attachment[type] : texts.ofCard(card + 1, texts.attachment[type]);
  const put = (next: SentMedia | null) => {
    setWrong("");
    if (card === null) return change({ media: next }, place);
    const { [card]: _, ...others } = draft.cards;
    change({ cards: next ? { ...others, [card]: next } : others }, place);
  };
  const take = ({ id, name, mediaType, bytes }: Pick<DriveFile, "id" | "name" | "mediaType" | "bytes">) => {
    if (!isFitting(type, mediaType)) return setWrong(broadcastsTexts.wrongFileType);
    put({ type, fileId: id, name, mime: mediaType, bytes });
  };
  const problem = useHeldStill(wrong || problemAt(place));
  return (
    <div id={idOf(place)} role="group" aria-label={label} tabIndex={-1} className="grid gap-2">
      <p aria-hidden className="font-medium">
        {label}
      </p>
      {medium && (
        <p className="flex items-center gap-2">
          <span title={medium.name} className="min-w-0 [overflow-wrap:anywhere]">
            {shortName(medium.name ?? "", MOST_LETTERS)}
          </span>
          <IconButton
            size="sm"
            label={texts.takeAway(medium.name ?? "")}
            icon={<X aria-hidden />}
            onClick={() => put(null)}
          />
        </p>
      )}
      {profile.artifactsEnabled && (
        <Button className="justify-self-start" size="sm" onClick={() => setPicking(true)}>
          {libraryTexts.picker.open}
        </Button>
      )}
      {picking && (
        <MediaPicker mark={type} channelType={draft.type} onClose={() => setPicking(false)} onPick={take} />
      )}
      <FilePicker
        use={type === "DOC" ? "document" : "media"}
        label={medium ? texts.otherFile : texts.upload}
        limitsShown={false}
        onUploaded={take}
      />
      {problem && (
        <p role="alert" className="text-[0.8125rem] font-medium text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}
