/** Text read in a picture. */

/**
 * A rectangle in a picture that may be turned: its centre, its sides, and the angle of its width in radians,
 * clockwise. Lengths are in pixels of the upright picture.
 */
export interface TurnedBox {
  x: number
  y: number
  width: number
  height: number
  angle: number
}

/** A line of text, or the part of it in one column of a table. */
export interface ReadText {
  text: string
  /** The mean probability of its characters, 0 to 1. */
  certainty: number
  box: TurnedBox
  /** The centre of each character, as a share of the box's width. */
  positions: readonly number[]
}
