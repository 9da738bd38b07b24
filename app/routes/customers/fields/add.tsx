/** Route for the panel that adds a field; the parent screen renders the panel. */
export default function Add() {
  return null;
}
