/**
 * Style of the selected entry of a list. In forced colours, where backgrounds are not visible, it has an
 * outline.
 */
export const selectedClass =
  'bg-accent-wash forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline-[Highlight]'
