import { createStore, type Store } from "#app/lib/store.ts";

/** One of some values that is kept per device and painted on the page. It survives a logout: it holds no personal data. */
export interface DeviceChoice<Value extends string> {
  store: Store<Value>;
  set: (value: Value) => void;
  /** Paints what is kept, also what other tabs keep from now on; returns a function that stops it. */
  watch: () => () => void;
}

export function deviceChoice<Value extends string>(
  key: string,
  values: readonly Value[],
  usual: Value,
  paint: (value: Value) => void,
): DeviceChoice<Value> {
  const read = (): Value => {
    const kept = typeof localStorage === "undefined" ? null : localStorage.getItem(key);
    return values.find((value) => value === kept) ?? usual;
  };
  const store = createStore(read());
  const refresh = () => {
    store.set(read());
    paint(store.get());
  };
  return {
    store,
    set(value) {
      localStorage.setItem(key, value);
      refresh();
    },
    watch() {
      // Nobody listened between the script in the head and here.
      refresh();
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) refresh();
      };
      addEventListener("storage", onStorage);
      return () => removeEventListener("storage", onStorage);
    },
  };
}
