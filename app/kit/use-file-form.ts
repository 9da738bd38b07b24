import { useFields } from "#app/components/ui/use-fields.ts";
import { useSend } from "#app/kit/use-send.ts";
import { errorsTexts } from "#texts/errors.ts";

/** A form that sends files: without one it is refused, and whatever the server refuses is said at the files. */
export function useFileForm<More extends object>(more: More) {
  const form = useFields({ files: [] as File[], ...more }, ({ files }) =>
    files.length === 0 ? { files: errorsTexts.noFile } : {},
  );
  const sending = useSend({
    form,
    refused: ({ message }) => {
      form.refuse({ files: message });
      return true;
    },
  });
  return { form, sending };
}
