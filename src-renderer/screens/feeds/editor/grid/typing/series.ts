import type { GridColumn } from '../columns/grid-columns.ts'

/** A text that ends in a number, with the number of digits for leading zeros. */
interface Counted {
  before: string
  /** In units of the last decimal place. */
  number: bigint
  decimals: number
  digits: number
}

/** Maximum number of digits; longer numbers are treated as codes. */
const maxDigits = 7

function readCounted(text: string, column: GridColumn): Counted | undefined {
  const [, before = '', whole = '', fraction = ''] = /^([^\d-]*-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (whole === '' || whole.length > maxDigits) return undefined
  const sign = before.endsWith('-') ? -1n : 1n
  if (column.isNumber && before !== '' && before !== '-') return undefined
  // In a text, a minus sign is a hyphen: `Flavour-1`.
  const isNegative = sign < 0n && before === '-'
  return {
    before: isNegative ? '' : before,
    number: BigInt(whole + fraction) * (isNegative ? -1n : 1n),
    decimals: fraction.length,
    digits: whole.startsWith('0') ? whole.length : 1,
  }
}

function formatCounted({ before, number, decimals, digits }: Counted): string {
  const magnitude = (number < 0n ? -number : number).toString().padStart(decimals + digits, '0')
  const cut = magnitude.length - decimals
  const text = decimals > 0 ? `${magnitude.slice(0, cut)}.${magnitude.slice(cut)}` : magnitude
  return `${before}${number < 0n ? '-' : ''}${text}`
}

/**
 * Codes and identifiers are not counted up, because the next number is a different, possibly nonexistent,
 * entry.
 */
const mayCount = ({ isNumber, input, lookup, choices }: GridColumn): boolean =>
  isNumber || (input === 'text' && !lookup && !choices)

/**
 * Continues the values `given` in a column by `count` cells. Numbers with a constant step, and texts that end
 * in such numbers, continue the series. Other values are repeated.
 * @param counting counts a single number up by one instead of repeating it
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
  return repeated.map((_, index) =>
    formatCounted({ ...last, decimals, number: from + step * BigInt(index + 1) }),
  )
}
