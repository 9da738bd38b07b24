import {
  FileAudio,
  FileImage,
  FileType,
  FileVideo,
  Globe,
  type LucideIcon,
  MapPinned,
  MessageSquareQuote,
  Tags,
} from "lucide-react";
import type { ArtifactMark } from "#workers/contract/library.ts";

const ICONS: Record<ArtifactMark, LucideIcon> = {
  IMAGE: FileImage,
  VIDEO: FileVideo,
  AUDIO: FileAudio,
  DOC: FileType,
  LOCATION: MapPinned,
  URL: Globe,
  TAG: Tags,
  MSG: MessageSquareQuote,
};

/** Shows the kind of an entry at a glance. */
export function MarkIcon({ mark, className = "size-5" }: { mark: ArtifactMark; className?: string }) {
  const Icon = ICONS[mark];
  return <Icon aria-hidden className={className} />;
}
