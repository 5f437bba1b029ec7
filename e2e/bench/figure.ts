/** What a bench measures, beside a limit or a peer that runs in the same run on the same machine. */
export interface Figure {
  figure: string
  ours: number
  unit: 'ms' | 'items/s' | 'answers/s' | '%' | 'MB'
  /** What it is measured beside. */
  peer: string
  theirs: number
  ratio: number
  /** What is wanted, in the unit of `ours`. */
  goal: number
  met: boolean
}

const rounded = (value: number): number => Math.round(value * 100) / 100

interface Beside {
  peer: string
  theirs: number
  goal: number
}

/** A figure of which less is better. */
export const amount = (
  figure: string,
  ours: number,
  unit: Figure['unit'],
  { peer, theirs, goal }: Beside,
): Figure => ({
  figure,
  ours: rounded(ours),
  unit,
  peer,
  theirs: rounded(theirs),
  ratio: rounded(ours / theirs),
  goal: rounded(goal),
  met: ours <= goal,
})

/** A figure in milliseconds, of which less is better. */
export const duration = (figure: string, ours: number, beside: Beside): Figure =>
  amount(figure, ours, 'ms', beside)

/** A figure in answers a second, of which more is better. */
export const rate = (figure: string, ours: number, { peer, theirs, goal }: Beside): Figure => ({
  ...amount(figure, ours, 'answers/s', { peer, theirs, goal }),
  met: ours >= goal,
})

/** The value below which a share of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN
export const median = (values: readonly number[]): number => quantile(values, 0.5)

export function figureTable(figures: readonly Figure[]): string {
  const head = ['figure', 'ours', 'peer', 'theirs', 'ratio', 'goal', 'met']
  const rows = figures.map(({ figure, ours, unit, peer, theirs, ratio, goal, met }) => [
    figure,
    `${ours} ${unit}`,
    peer,
    `${theirs} ${unit}`,
    String(ratio),
    `${goal} ${unit}`,
    met ? 'yes' : 'no',
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
