import { useEffect, useState } from "react";

/** The value as it was when it last stood still for so long, such as a text that is being typed. */
export function useLater<Value>(value: Value, milliseconds: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}
