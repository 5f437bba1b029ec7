/** The bars of EAN-13, UPC-A and EAN-8 (ISO/IEC 15420). */

/** Modules of the digits 0 to 9 in the left half with odd parity; 1 is dark. */
const odd = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
/** Digits of the left half of an EAN-13 that have even parity, for each first digit. */
const evenPlaces = ['', '245', '235', '234', '145', '125', '123', '135', '134', '124']

const inverted = (modules: string): string => modules.replace(/./g, (one) => (one === '1' ? '0' : '1'))
const reversed = (modules: string): string => [...modules].toReversed().join('')
const right = odd.map(inverted)

/** The modules of the digits 0 to 9 in each half; those of the left half have odd or even parity. */
export const modulesOf = { odd, even: right.map(reversed), right } as const
/** Modules of one digit. */
export const digitModules = 7
export const [guardModules, centreModules] = ['101', '01010']

/** The first digit of an EAN-13, whose bars are the parities of the left half; undefined for other parities. */
export function firstDigitOf(even: readonly boolean[]): number | undefined {
  const places = even.flatMap((isEven, place) => (isEven ? [place] : [])).join('')
  const first = evenPlaces.indexOf(places)
  return first < 0 ? undefined : first
}

/** A digit in the bars. */
interface BarDigit {
  /** Place of its first module. */
  start: number
  /** The modules of each digit, 0 to 9, in this place. */
  modules: readonly string[]
  value: number
}

export interface BarPattern {
  /** All modules from the first guard bar to the last; 1 is dark. */
  modules: string
  digits: BarDigit[]
}

/** The bars for 13, 12 or 8 digits. */
export function barPattern(code: string): BarPattern {
  const [first = '', ...shown] = code.length === 8 ? `0${code}` : code.padStart(13, '0')
  const half = shown.length / 2
  const places = evenPlaces[Number(first)] ?? ''
  let modules = guardModules
  const digits = shown.map((digit, place): BarDigit => {
    if (place === half) modules += centreModules
    const side = place >= half ? 'right' : places.includes(String(place)) ? 'even' : 'odd'
    const start = modules.length
    modules += modulesOf[side][Number(digit)] ?? ''
    return { start, modules: modulesOf[side], value: Number(digit) }
  })
  return { modules: modules + guardModules, digits }
}
