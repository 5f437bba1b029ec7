import type { GridColumn } from '../columns/grid-columns.ts'

/** Text, a number behind it, and how many digits that number is written with. */
interface Counted {
  before: string
  /** In units of the last decimal. */
  number: bigint
  decimals: number
  digits: number
}

/** More digits than anyone counts with: a code, not a number. */
const maxDigits = 7

function readCounted(text: string, column: GridColumn): Counted | undefined {
  const [, before = '', whole = '', fraction = ''] = /^([^\d-]*-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (whole === '' || whole.length > maxDigits) return undefined
  const sign = before.endsWith('-') ? -1n : 1n
  if (column.isNumber && before !== '' && before !== '-') return undefined
  // In words a minus is a hyphen: `Flavour-1`.
  const isNegative = sign < 0n && before === '-'
  return {
    before: isNegative ? '' : before,
    number: BigInt(whole + fraction) * (isNegative ? -1n : 1n),
    decimals: fraction.length,
    digits: whole.startsWith('0') ? whole.length : 1,
  }
}

function written({ before, number, decimals, digits }: Counted): string {
  const magnitude = (number < 0n ? -number : number).toString().padStart(decimals + digits, '0')
  const cut = magnitude.length - decimals
  const text = decimals > 0 ? `${magnitude.slice(0, cut)}.${magnitude.slice(cut)}` : magnitude
  return `${before}${number < 0n ? '-' : ''}${text}`
}

/** Codes and identifiers name one thing each: the next number would name another, which may not even exist. */
const mayCount = ({ isNumber, input, lookup, choices }: GridColumn): boolean =>
  isNumber || (input === 'text' && !lookup && !choices)

/**
 * What follows `given` in a column, `count` cells on. Two or more numbers of one step go on in that step, and so do
 * texts that end in them; everything else is repeated.
 * @param counting one number alone counts up by one instead of being repeated
 */
export function continueSeries(
  given: readonly (string | null)[],
  count: number,
  column: GridColumn,
  counting = false,
): (string | null)[] {
  const repeated = Array.from({ length: count }, (_, index) => given[index % given.length] ?? null)
  if (!mayCount(column) || (given.length < 2 && !counting)) return repeated
  const read = given.map((text) => (text === null ? undefined : readCounted(text, column)))
  const [first, second] = read
  const last = read.at(-1)
  if (!first || !last) return repeated
  const decimals = Math.max(...read.map((one) => one?.decimals ?? 0))
  const scaled = read.map((one) => one && one.number * 10n ** BigInt(decimals - one.decimals))
  const from = scaled.at(-1)
  const step = second ? (scaled[1] ?? 0n) - (scaled[0] ?? 0n) : 10n ** BigInt(decimals)
  const isSeries = scaled.every(
    (number, index) =>
      number !== undefined &&
      read[index]?.before === first.before &&
      number === (scaled[0] ?? 0n) + step * BigInt(index),
  )
  if (!isSeries || from === undefined) return repeated
  return repeated.map((_, index) => written({ ...last, decimals, number: from + step * BigInt(index + 1) }))
}
