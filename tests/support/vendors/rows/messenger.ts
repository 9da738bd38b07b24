import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { pageRow } from "../meta-page-row.ts";
import { MESSENGER } from "../played/messenger.ts";

export const row = pageRow(MESSENGER, {
  name: "Messenger",
  vendor: vendorCodes.messenger,
  type: channelTypes.facebook,
});
