/** The look of what is chosen in a list; the colours of the system show no ground, so that a frame stands for it there. */
export const chosenLook =
  'bg-accent-wash forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline-[Highlight]'
