import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { pageRow } from "../meta-page-row.ts";
import { INSTAGRAM } from "../played/instagram.ts";

export const row = pageRow(INSTAGRAM, {
  name: "Instagram",
  vendor: vendorCodes.instagram,
  type: channelTypes.instagram,
});
