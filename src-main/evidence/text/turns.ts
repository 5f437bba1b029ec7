/** The direction of reading in a picture: upright, upside down, or turned by a quarter to either side. */
import type { TurnedBox } from '../../../src-shared/evidence/label/read-text.ts'

const quarter = Math.PI / 2

/** A box whose angle is at most an eighth of a turn, so that its width lies across the picture. */
export interface LevelBox extends TurnedBox {
  /** Whether the line of text in it extends from top to bottom. */
  isTall: boolean
}

/** A less elongated box is a single letter or number, and extends in no direction. */
const minElongation = 2
/** Lines that are read to find the direction. */
const sampled = 6

/** The same rectangle with an angle of at most an eighth of a turn. */
export function levelled(box: TurnedBox): LevelBox {
  const quarters = Math.round(box.angle / quarter)
  const level = turned(box, -quarters)
  return { ...level, isTall: level.height > minElongation * level.width }
}

/** The same rectangle, seen by a reader who turned the head clockwise by so many quarters. */
export function turned(box: TurnedBox, quarters: number): TurnedBox {
  const isOnItsSide = quarters % 2 !== 0
  const { x, y, width, height, angle } = box
  return {
    x,
    y,
    width: isOnItsSide ? height : width,
    height: isOnItsSide ? width : height,
    angle: angle + quarters * quarter,
  }
}

/** The turns that the longest lines allow, in quarters, the usual one first, and those lines. */
export function possibleTurns(boxes: readonly LevelBox[]): { turns: number[]; samples: LevelBox[] } {
  const long = (box: TurnedBox): boolean =>
    Math.max(box.width, box.height) > minElongation * Math.min(box.width, box.height)
  const lengthOf = (wanted: boolean): number =>
    boxes
      .filter((box) => long(box) && box.isTall === wanted)
      .reduce((sum, { width, height }) => sum + Math.max(width, height), 0)
  const isTall = lengthOf(true) > lengthOf(false)
  const samples = boxes
    .filter((box) => box.isTall === isTall)
    .toSorted((a, b) => Math.max(b.width, b.height) - Math.max(a.width, a.height))
    .slice(0, sampled)
  return { turns: isTall ? [-1, 1] : [0, 2], samples }
}

/** The turns in which a line is read in a picture with this turn: one across its direction of reading in both ways. */
export function turnsOf({ isTall, width, height }: LevelBox, turn: number): number[] {
  const isPictureOnItsSide = turn % 2 !== 0
  if (isTall && !isPictureOnItsSide) return [-1, 1]
  return isPictureOnItsSide && width > minElongation * height ? [0, 2] : [turn]
}
