import { redirect } from "react-router";
import { token } from "#app/data/api.ts";

/** The server cannot know who is signed in; the sign-in page redirects users who are. */
export function loader() {
  return redirect("/login");
}

export function clientLoader() {
  return redirect(token.get() ? "/dashboard" : "/login");
}

export default function Home() {
  return null;
}
