import { useState } from "react";

export function meta() {
  return [{ title: "Chatbird" }];
}

export default function Home() {
  const [clicks, setClicks] = useState(0);
  return (
    <main>
      <h1>Chatbird</h1>
      <button type="button" onClick={() => setClicks(clicks + 1)}>
        Clicked {clicks}
      </button>
    </main>
  );
}
