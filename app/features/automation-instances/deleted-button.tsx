import { Trash2 } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { publishTexts as texts } from "#texts/publish.ts";
import type { DeletedInstances } from "./deleted-instances.tsx";

const Deleted = lazily(
  () => import("./deleted-instances.tsx"),
  (module) => module.DeletedInstances,
);

/** Opens what was deleted, so that it can be restored. */
export function DeletedButton(of: Omit<ComponentProps<typeof DeletedInstances>, "onClose">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        icon={<Trash2 aria-hidden />}
        aria-label={texts.deletedOf(of.name)}
        onClick={() => setOpen(true)}
      >
        {texts.deleted}
      </Button>
      {open && <Deleted {...of} onClose={() => setOpen(false)} />}
    </>
  );
}
