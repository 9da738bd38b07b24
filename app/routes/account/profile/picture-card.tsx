import { Trash2 } from "lucide-react";
import { request } from "#app/data/api.ts";
import { FilePicker } from "#app/components/upload/file-picker.tsx";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { usePicture } from "#app/components/use-picture.ts";
import { profileTexts as texts } from "#texts/profile.ts";
import { saveProfile, type MyProfile } from "#workers/contract/endpoints/my-profile.ts";
import { useSaveProfile } from "#app/kit/use-save-profile.ts";

/** The user's own picture: chosen, cropped and used at once, or removed. */
export function PictureCard({ profile }: { profile: MyProfile }) {
  const picture = usePicture(profile.pictureId);
  const saving = useSaveProfile();
  const confirm = useConfirm();
  const wear = (pictureId: string | null) =>
    saving.save(() => request(saveProfile, { body: { profile: { pictureId } } }));
  const remove = async () => {
    const yes = await confirm({
      title: texts.pictureRemoveQuestion,
      text: texts.pictureRemoveText,
      confirmLabel: texts.pictureRemove,
    });
    if (yes) await wear(null);
  };

  return (
    <Card>
      <h2 className="font-semibold">{texts.picture}</h2>
      <p className="mt-1 mb-3 text-muted">{texts.pictureHint}</p>
      <div className="flex flex-wrap items-start gap-4">
        <Avatar name={profile.name} picture={picture ?? null} size="xl" />
        <div className="grid min-w-0 flex-1 basis-56 gap-3">
          <FilePicker
            use="profile"
            round
            limitsShown={false}
            label={profile.pictureId ? texts.pictureChange : texts.pictureAdd}
            onUploaded={async ({ id }) => void (await wear(id))}
          />
          {profile.pictureId && (
            <Button
              size="sm"
              className="justify-self-start"
              icon={<Trash2 aria-hidden />}
              busy={saving.busy}
              onClick={() => void remove()}
            >
              {texts.pictureRemove}
            </Button>
          )}
          <Failure text={saving.failure} />
        </div>
      </div>
    </Card>
  );
}
