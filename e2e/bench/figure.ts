/** What a bench measures, beside a limit or a peer that runs in the same run on the same machine. */
export interface Figure {
  figure: string
  ours: number
  unit: Unit
  /** What it is measured beside; '' for nothing. */
  peer: string
  /** Absent when the peer is not here. */
  theirs?: number
  /** Ours by theirs. */
  ratio?: number
  /** What is wanted; absent where the figure only tells how another came about. */
  goal?: Goal
  /** How far the middle half of the runs lies apart, as a share of the median; of the ratio where there is one. */
  spread?: number
  /** Ours by ours at the smaller size of the same run. */
  growth?: number
  /** Absent while the goal cannot be judged: a peer or a smaller size is missing. */
  met?: boolean
  /** What a reader has to know: why a peer is missing, what the figure leaves out. */
  note?: string
}

export type Unit = 'ms' | 's' | 'items/s' | 'answers/s' | 'pictures/s' | 'MB/s' | 'MB' | 'bytes' | '%'

/** What a goal is set for: a figure in its own unit, its ratio to the peer, or its growth with the size. */
export interface Goal {
  of: 'ours' | 'ratio' | 'growth'
  /** Whether the figure has to reach the value or must not pass it. */
  is: 'at least' | 'at most'
  value: number
}

export const atLeast = (of: Goal['of'], value: number): Goal => ({ of, is: 'at least', value })
export const atMost = (of: Goal['of'], value: number): Goal => ({ of, is: 'at most', value })

/** Whether a figure is at its goal; undefined while that cannot be said. */
export function isMet(figure: Pick<Figure, 'ours' | 'ratio' | 'growth' | 'goal'>): boolean | undefined {
  const { goal } = figure
  const value = goal && figure[goal.of]
  if (!goal || value === undefined) return undefined
  return goal.is === 'at least' ? value >= goal.value : value <= goal.value
}

/** Three digits that count, and no more than two behind the point. */
export function rounded(value: number): number {
  const digits = Math.max(0, Math.min(2, 2 - Math.floor(Math.log10(Math.abs(value) || 1))))
  return Number(value.toFixed(digits))
}

type Measured = Pick<
  Figure,
  'figure' | 'ours' | 'unit' | 'peer' | 'theirs' | 'ratio' | 'spread' | 'goal' | 'note'
>

/** A figure with what follows of its values. */
export function figureOf(measured: Measured): Figure {
  const { ours, theirs } = measured
  const ratio = measured.ratio ?? (theirs === undefined ? undefined : ours / theirs)
  return whole({ ...measured, ratio })
}

/** The figure with how it grew since a smaller size. */
export const grown = (figure: Figure, smaller: number | undefined): Figure =>
  smaller === undefined ? figure : whole({ ...figure, growth: figure.ours / smaller })

/** Rounds what is shown, after judging what was measured. */
function whole(figure: Figure): Figure {
  const met = isMet(figure)
  const { ours, theirs, ratio, growth, spread, ...rest } = figure
  const numbers = Object.entries({ ours, theirs, ratio, growth, spread }).flatMap(([name, value]) =>
    value === undefined || Number.isNaN(value) ? [] : [[name, rounded(value)]],
  )
  return { ...rest, ...Object.fromEntries(numbers), ...(met === undefined ? {} : { met }) } as Figure
}

interface Beside {
  peer: string
  theirs: number
  goal: number
}

/** A figure of which less is better. */
export const amount = (figure: string, ours: number, unit: Unit, { peer, theirs, goal }: Beside): Figure =>
  figureOf({ figure, ours, unit, peer, theirs, goal: atMost('ours', goal) })

/** A figure in milliseconds, of which less is better. */
export const duration = (figure: string, ours: number, beside: Beside): Figure =>
  amount(figure, ours, 'ms', beside)

/** The value below which a share of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** How far the middle half of the values lies apart, as a share of their median. */
export const spreadOf = (values: readonly number[]): number =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / median(values)
