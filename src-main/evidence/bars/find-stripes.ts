import type { GrayPicture } from '../reader/decoded-picture.ts'

/** A line across parallel stripes in a picture, in pixels. */
export interface StripedLine {
  /** Whether the stripes stand, so that the line runs from left to right; otherwise from top to bottom. */
  isUpright: boolean
  /** Row or column of the line. */
  at: number
  from: number
  to: number
}

/** The picture is divided into squares of this side. */
const cell = 6
/** The mean difference of neighbouring pixels across the stripes, also relative to the one in their direction. */
const [minContrast, minRatio] = [9, 1.1]
/** Length of a line: an EAN-8 of 0.8 pixels a bar, and more than the codes that other decoders read. */
const [minLength, maxLength] = [54, 400]
/** Share of a line that the next one must have too. */
const minShared = 0.7
/** A picture with more lines shows a pattern; the clearest are used. */
const maxLines = 12

/** Lines across stripes that may be the bars of a code, the clearest first. */
export function findStripes(picture: GrayPicture): StripedLine[] {
  return [true, false]
    .flatMap((isUpright) => linesIn(picture, isUpright))
    .toSorted((one, other) => other.contrast - one.contrast)
    .slice(0, maxLines)
    .map(({ contrast, ...line }) => line)
}

type Run = StripedLine & { contrast: number }

function linesIn(picture: GrayPicture, isUpright: boolean): Run[] {
  const { contrast, lines, length } = contrasts(picture, isUpright)
  const runs = Array.from({ length: lines }, (_, line) =>
    runsIn(contrast.subarray(line * length, (line + 1) * length)).map(
      ([first, last, mean]): Run => ({
        ...{ isUpright, at: line * cell + cell / 2, contrast: mean },
        ...{ from: first * cell, to: (last + 1) * cell },
      }),
    ),
  )
  return runs.flatMap((ofLine, line) =>
    ofLine.filter((run) =>
      [...(runs[line - 1] ?? []), ...(runs[line + 1] ?? [])].some((next) => isBeside(run, next)),
    ),
  )
}

const isBeside = (run: Run, next: Run): boolean =>
  Math.min(run.to, next.to) - Math.max(run.from, next.from) >= minShared * (run.to - run.from)

/** Squares with contrast that follow each other, with gaps of one square: the first, the last, and the mean contrast. */
function runsIn(contrast: Float32Array): [number, number, number][] {
  const runs: [number, number, number][] = []
  let first = -1
  let last = -1
  let sum = 0
  for (let at = 0; at <= contrast.length + 1; at += 1) {
    const value = contrast[at] ?? 0
    if (value > 0) {
      if (first < 0) first = at
      last = at
      sum += value
    } else if (first >= 0 && at - last > 1) {
      const length = (last + 1 - first) * cell
      if (length >= minLength && length <= maxLength) runs.push([first, last, sum / (last + 1 - first)])
      first = -1
      sum = 0
    }
  }
  return runs
}

/** For each square, line by line, the contrast across the stripes; 0 where there are none. */
function contrasts({ pixels, width, height }: GrayPicture, isUpright: boolean) {
  const [columns, rows] = [Math.floor((width - 1) / cell), Math.floor((height - 1) / cell)]
  const [across, along] = [new Float32Array(columns * rows), new Float32Array(columns * rows)]
  const [step, beside] = isUpright ? [1, width] : [width, 1]
  for (let y = 0; y < rows * cell; y += 1)
    for (let x = 0; x < columns * cell; x += 1) {
      const at = y * width + x
      const [row, column] = [Math.floor(y / cell), Math.floor(x / cell)]
      const into = isUpright ? row * columns + column : column * rows + row
      const value = pixels[at] ?? 0
      across[into] = (across[into] ?? 0) + Math.abs((pixels[at + step] ?? 0) - value)
      along[into] = (along[into] ?? 0) + Math.abs((pixels[at + beside] ?? 0) - value)
    }
  const contrast = across.map((sum, at) =>
    sum >= minContrast * cell * cell && sum >= minRatio * (along[at] ?? 0) ? sum / cell / cell : 0,
  )
  return isUpright ? { contrast, lines: rows, length: columns } : { contrast, lines: columns, length: rows }
}
