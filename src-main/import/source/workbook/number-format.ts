/** Information in the number format of a cell besides its digits: dates, percentages, units. */
import { type Decimal, decimal, times, writeDecimal } from '../../../../src-shared/values/decimal.ts'

/** How to interpret a cell's number, from the number format of its style. */
export interface NumberFormat {
  isDate: boolean
  /** A text cell (`@`): its content is not a number, and was typed as it is. */
  isText?: true
  /** Minimum number of digits, filled with leading zeros, as in the format `000000000000`; 0 for none. */
  digits: number
  /** Sections with words or a factor; the first one that applies to a number is used. */
  sections?: Section[]
}

interface Section {
  applies(value: number): boolean
  /** 100 for each percent sign, 0.001 for each comma at the end. */
  factor: Decimal
  /** Words before and after the number, such as ` kg`. */
  before: string
  after: string
  /** Words between the digits of an integer, the last one first: `0\.00`, `000-00`. */
  inDigits?: { words: string; places: number }[]
  /** The section has words instead of the number, as `"none"` for zero. */
  hasNoNumber?: true
}

export const general: NumberFormat = { isDate: false, digits: 0 }

/** Whether a built-in format (ECMA-376, 18.8.30) shows dates or times. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Built-in formats of percentages and amounts of money; the sign of the currency depends on the computer. */
const builtIn = new Map([
  [9, '0%'],
  [10, '0.00%'],
  ...[5, 6, 7, 8, 42, 44].map((id): [number, string] => [id, '"$"0.00']),
])

/** @param ownCode the format's code if the workbook defines it, such as `yyyy\-mm\-dd` */
export function numberFormat(id: number, ownCode: string | undefined): NumberFormat {
  const code = ownCode ?? builtIn.get(id)
  if (id === 49 || code === '@') return { isDate: false, digits: 0, isText: true }
  if (code === undefined) return { isDate: isBuiltInDate(id), digits: 0 }
  const codes = sectionsOf(code.slice(0, maxCode))
  const [positive = ''] = codes
  const bare = withoutWords(positive)
  // Separators between the digits of a code, as in `0-00000-00000-0`, are not part of the code.
  const zeros = bare.replace(/[- ]/g, '')
  const digits = /^0{2,20}$/.test(zeros) ? zeros.length : 0
  const isDate = /[ymdhs]/i.test(bare.replace(/\[[^[\]]*\]/g, '').replace(/general/i, ''))
  if (isDate) return { isDate, digits }
  const sections = codes.slice(0, 3).map((one, index) => sectionOf(one, index, codes))
  const isPlain = sections.every(
    ({ factor, before, after, inDigits }) => before + after === '' && factor === one && !inDigits,
  )
  return { isDate, digits, ...(!isPlain && { sections }) }
}

/** Longer format codes are truncated; Excel allows 255 characters. */
const maxCode = 255
const one = decimal('1')

const withoutWords = (code: string): string => code.replace(/"[^"]*"/g, '').replace(/[\\_*]./g, '')

/** The sections of a format code, split at semicolons outside of words. */
const sectionsOf = (code: string): string[] => code.match(/(?:"[^"]*"?|\\.|[^";\\])+|(?<=;)(?=;|$)/g) ?? ['']

const condition = /\[([<>=]{1,2})(-?\d{1,15}(?:\.\d{1,15})?)\]/

function sectionOf(code: string, index: number, codes: string[]): Section {
  const isConditional = codes.some((each) => condition.test(each))
  const [, sign, limit] = condition.exec(code) ?? []
  const placeholders = withoutWords(code)
  const percents = placeholders.split('%').length - 1
  const [, commas = ''] = /[0#?](,+)[^0#?,.]*$/.exec(placeholders) ?? []
  let factor = one
  for (let each = 0; each < percents; each++) factor = times(factor, decimal('100'))
  for (let each = 0; each < commas.length; each++) factor = times(factor, decimal('0.001'))
  const shown = wordsOf(code)
  const found = placeholder.exec(shown)
  // `+0;-0` shows the sign of the number.
  const before = informativeWords((found ? shown.slice(0, found.index) : shown).replaceAll('+', ''))
  const marked = parted.exec(shown)
  const hasWords = marked !== null && marked.index === found?.index && !isFraction(shown, marked)
  const digits = (hasWords ? marked : found)?.[0] ?? ''
  const inDigits = hasWords ? wordsInDigits(digits) : []
  const afterDigits = shown.slice((found?.index ?? 0) + digits.length)
  const after = found ? informativeWords(afterDigits) : ''
  const applies =
    sign !== undefined
      ? (value: number) => compares(value, sign, Number(limit))
      : isConditional
        ? () => true
        : bySign(index, codes.length)
  // `2M` for two million: the word is a factor and not a unit, so the number is kept as it is.
  if (commas !== '' && scaleWord.test(after.trim())) return { applies, factor: one, before: '', after: '' }
  return {
    applies,
    factor,
    before,
    after,
    ...(inDigits.length > 0 && { inDigits }),
    ...(!found && before !== '' && { hasNoNumber: true as const }),
  }
}

/** Digits with words between them: private characters, and hyphens and colons, which need no quotation marks. */
const parted = /[0#?]+(?:[\uE000-\uE07F\u00A0\u202F:-]+[0#?]+)+/

/** Whether the digits go on as a fraction, or with thousands. */
const isFraction = (shown: string, { index, 0: all }: RegExpExecArray): boolean =>
  /^[/,]/.test(shown.slice(index + all.length))

/** The words between the digits of a part of a code. Those of thousands, which do not change the number, are left out. */
function wordsInDigits(marked: string): { words: string; places: number }[] {
  const found: { words: string; places: number }[] = []
  let places = 0
  for (const part of marked.match(/[0#?]+|[^0#?]+/g)?.reverse() ?? []) {
    if (/[0#?]/.test(part)) places += part.length
    else if (!/^[\s\uE020\uE027]+$/.test(part)) found.push({ words: fromPrivateArea(part), places })
  }
  return found
}

/** The digits of a number: a fraction (`# ?/?`, `0/4`), or a decimal with or without an exponent. */
const placeholder = /[0#?][0#?., \uE020]*\/ ?[0-9#?]+|[0#?][0#?.,]*(?:E[+-][0#?]+)?|general|standard/i

/** A word after a number that the format divides by thousands. */
const scaleWord = /^(?:k|m|b|t|mm|mn|bn|tsd\.?|thousand|million|mill?\.?|mio\.?|mrd\.?|billion)$/i

/**
 * Selects the section for positive numbers, negative numbers or zero; a missing section defaults to the
 * first.
 */
const bySign =
  (index: number, count: number) =>
  (value: number): boolean =>
    index === 0 ? (count === 1 || value >= 0) && (count < 3 || value !== 0) : index === 1 ? value < 0 : true

const compares = (value: number, sign: string, limit: number): boolean =>
  (sign.includes('<') && value < limit) ||
  (sign.includes('>') && value > limit) ||
  (sign.includes('=') && value === limit) ||
  (sign === '<>' && value !== limit)

/** Characters of words are moved to a private area of Unicode, so that none is read as a placeholder. */
const privateArea = 0xe000
const inPrivateArea = (words: string): string =>
  words.replace(/[!-~ ]/g, (sign) => String.fromCharCode(privateArea + sign.charCodeAt(0)))

const fromPrivateArea = (words: string): string =>
  words.replace(/[\uE000-\uE07F]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - privateArea))

/** The format code without colours, languages and fillers, and with its words in the private area. */
const wordsOf = (code: string): string =>
  code
    .replace(/\[\$([^\]-]*)(?:-[^\]]*)?\]/g, '"$1"')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/"([^"]*)"?|\\(.)|[_*]./g, (_all, words?: string, sign?: string) =>
      inPrivateArea(words ?? sign ?? ''),
    )

/**
 * Words next to a number that carry information: letters, currency signs, percent signs and bounds; otherwise
 * ''.
 */
function informativeWords(part: string): string {
  const words = fromPrivateArea(part.replace(/[!-#&-*,-;=?@[-`{-}]/g, ''))
  return /[\p{L}\p{N}\p{Sc}%‰"'°<>~≈±+]/u.test(words) ? words : ''
}

/**
 * The number as the cell shows it, with its unit or as a percentage. Digits that the format would round are
 * kept.
 */
export function formatted(text: string, { sections }: NumberFormat): string {
  const value = Number(text)
  const section = sections?.find(({ applies }) => applies(value))
  if (!section || !/^-?\d+(?:\.\d+)?$/.test(text)) return text
  if (section.hasNoNumber) return section.before.trim()
  const number = withMark(
    section.factor === one ? text : writeDecimal(times(decimal(text), section.factor)),
    section.inDigits,
  )
  return `${section.before}${number}${section.after}`.trim()
}

/** `125` with the format `0\.00` is shown as `1.25`. */
function withMark(number: string, inDigits: Section['inDigits']): string {
  if (!inDigits) return number
  const [, sign = '', integer = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(number) ?? []
  // A decimal cannot have another mark.
  if (fraction !== '' && inDigits.some(({ words }) => /^[.,]$/.test(words))) return number
  let shown = integer.padStart(Math.max(...inDigits.map(({ places }) => places)) + 1, '0')
  let length = shown.length
  for (const { words, places } of inDigits.toReversed()) {
    const at = length - places
    shown = shown.slice(0, at) + words + shown.slice(at)
    length += words.length
  }
  return sign + shown + fraction
}
