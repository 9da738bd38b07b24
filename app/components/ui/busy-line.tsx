/** A thin progress line at the top; it shows only after a moment. */
export function BusyLine() {
  return (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late overflow-hidden">
      <div className="h-full w-1/4 animate-slide bg-accent" />
    </div>
  );
}
