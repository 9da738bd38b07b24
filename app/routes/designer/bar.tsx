import { ArrowLeft } from "lucide-react";
import { useNavigate } from "react-router";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { designerTexts as texts } from "#texts/designer.ts";

/** The way back and the title, above a designer that has no bar of its own. */
export function Bar({ title }: { title: string }) {
  const navigate = useNavigate();
  return (
    <div className="flex h-14 shrink-0 items-center gap-2 border-b border-line bg-surface px-3">
      <IconButton label={texts.back} icon={<ArrowLeft aria-hidden />} onClick={() => void navigate(-1)} />
      <h1 tabIndex={-1} className="min-w-0 truncate text-base font-semibold">
        {title}
      </h1>
    </div>
  );
}
