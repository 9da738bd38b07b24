/** An address of its own for the panel that adds a field; the screen around it shows the panel. */
export default function Add() {
  return null;
}
