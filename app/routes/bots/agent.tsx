import { Outlet } from "react-router";
import { messages } from "#app/messages.ts";
import { titleOf } from "#app/title.ts";

export const meta = () => titleOf(messages.bots.agents);

export default function Agent() {
  return <Outlet />;
}
