import { X } from "lucide-react";
import type { ReactNode } from "react";
import { uiTexts } from "#texts/ui.ts";
import { IconButton } from "./icon-button.tsx";

export interface PanelProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  side?: "left" | "right";
  edited?: boolean;
  busy?: boolean;
  className?: string;
}

export function Header({ title, onClose }: { title: ReactNode; onClose: () => void }) {
  return (
    <div className="flex items-center gap-3 border-b border-line px-5 py-3">
      <div className="min-w-0 flex-1 break-words">{title}</div>
      <IconButton size="sm" label={uiTexts.close} icon={<X aria-hidden />} onClick={onClose} />
    </div>
  );
}

export function Footer({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{children}</div>;
}
