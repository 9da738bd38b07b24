import { type BodyOf, LONGEST_TEXT } from "#workers/contract/message-body.ts";
import { type Json, number, text } from "./json.ts";

/** A place on the map, with the name and the address that stand beside it; undefined where there is no such place. */
export function locationOf(place: Json, about: Json): BodyOf<"location"> | undefined {
  const [latitude, longitude] = [number(place["latitude"]), number(place["longitude"])];
  if (latitude === undefined || longitude === undefined) return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  const [name, address] = [text(about["name"], 300), text(about["address"], LONGEST_TEXT)];
  return {
    kind: "location",
    latitude,
    longitude,
    ...(name !== undefined && { name }),
    ...(address !== undefined && { address }),
  };
}
