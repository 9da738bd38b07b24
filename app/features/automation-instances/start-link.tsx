import { CopyButton } from "#app/components/copy-button.tsx";
import { QrPicture } from "#app/components/qr-picture.tsx";
import { encapsTexts } from "#texts/encaps.ts";

const texts = encapsTexts.urls;

/** A link that opens a chat with a word typed, and its QR code; without a number there is none. */
export const StartLink = ({ word, url }: { word: string; url: string | undefined }) =>
  url === undefined ? (
    <p className="text-muted">{texts.noNumber}</p>
  ) : (
    <>
      <QrPicture uri={url} label={texts.qr(word)} />
      <p className="[overflow-wrap:anywhere]">
        <a href={url} target="_blank" rel="noreferrer" className="text-accent-ink underline">
          {url}
        </a>
      </p>
      <CopyButton text={url} label={texts.copy(word)} copied={texts.copied} />
    </>
  );
