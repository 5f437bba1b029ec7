/** A measured figure, compared with a limit or with a peer measured in the same run on the same machine. */
export interface Figure {
  figure: string
  ours: number
  unit: Unit
  /** What the figure is compared with; '' for nothing. */
  peer: string
  /** Absent when the peer is not installed. */
  theirs?: number
  /** Ours divided by theirs. */
  ratio?: number
  /** Absent where the figure only explains another one. */
  goal?: Goal
  /** Interquartile range of the runs as a share of the median; of the ratios if there is a peer. */
  spread?: number
  /** Ours divided by ours at the smaller size of the same run. */
  growth?: number
  /** Absent while the goal cannot be judged because a peer or a smaller size is missing. */
  met?: boolean
  /** Information for the reader: why a peer is missing, or what the figure leaves out. */
  note?: string
}

export type Unit = 'ms' | 's' | 'items/s' | 'answers/s' | 'pictures/s' | 'MB/s' | 'MB' | 'bytes' | '%'

/** What a goal applies to: the figure in its own unit, its ratio to the peer, or its growth with the size. */
export interface Goal {
  of: 'ours' | 'ratio' | 'growth'
  /** Whether the value is a minimum or a maximum. */
  is: 'at least' | 'at most'
  value: number
}

export const atLeast = (of: Goal['of'], value: number): Goal => ({ of, is: 'at least', value })
export const atMost = (of: Goal['of'], value: number): Goal => ({ of, is: 'at most', value })

/** Whether a figure meets its goal; undefined if that cannot be judged. */
export function isMet(figure: Pick<Figure, 'ours' | 'ratio' | 'growth' | 'goal'>): boolean | undefined {
  const { goal } = figure
  const value = goal && figure[goal.of]
  if (!goal || value === undefined) return undefined
  return goal.is === 'at least' ? value >= goal.value : value <= goal.value
}

/** Rounds to three significant digits and at most two decimals. */
export function rounded(value: number): number {
  const digits = Math.max(0, Math.min(2, 2 - Math.floor(Math.log10(Math.abs(value) || 1))))
  return Number(value.toFixed(digits))
}

type Measured = Pick<
  Figure,
  'figure' | 'ours' | 'unit' | 'peer' | 'theirs' | 'ratio' | 'spread' | 'goal' | 'note'
>

/** Completes a figure with its derived values. */
export function figureOf(measured: Measured): Figure {
  const { ours, theirs } = measured
  const ratio = measured.ratio ?? (theirs === undefined ? undefined : ours / theirs)
  return completed({ ...measured, ratio })
}

/** Adds the growth since a smaller size to a figure. */
export const grown = (figure: Figure, smaller: number | undefined): Figure =>
  smaller === undefined ? figure : completed({ ...figure, growth: figure.ours / smaller })

/** Judges the measured values, then rounds them. */
function completed(figure: Figure): Figure {
  const met = isMet(figure)
  const { ours, theirs, ratio, growth, spread, ...rest } = figure
  const numbers = Object.entries({ ours, theirs, ratio, growth, spread }).flatMap(([name, value]) =>
    value === undefined || Number.isNaN(value) ? [] : [[name, rounded(value)]],
  )
  return { ...rest, ...Object.fromEntries(numbers), ...(met === undefined ? {} : { met }) } as Figure
}

interface Comparison {
  peer: string
  theirs: number
  goal: number
}

/** A figure for which less is better. */
export const amount = (
  figure: string,
  ours: number,
  unit: Unit,
  { peer, theirs, goal }: Comparison,
): Figure => figureOf({ figure, ours, unit, peer, theirs, goal: atMost('ours', goal) })

/** A figure in milliseconds; less is better. */
export const duration = (figure: string, ours: number, comparison: Comparison): Figure =>
  amount(figure, ours, 'ms', comparison)

/** The value below which `share` of the values lie. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Interquartile range of the values as a share of their median. */
export const spreadOf = (values: readonly number[]): number =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / median(values)
