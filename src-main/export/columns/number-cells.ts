import type { TableForm } from '../../../src-shared/export/model.ts'

const digitsAndMarks = /[\d.,]+/g
const withPoint = /^(\d*)\.(\d+)$/
/** Digits that the import may read as a thousand: `1.234`. */
const isUnclear = (whole: string, fraction: string): boolean =>
  fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)

/**
 * The numbers of a cell with the decimal mark of the table. The import tells `1,234` from one thousand by
 * the delimiter; where that means the other mark, a zero at the end keeps the number clear.
 */
export function numbersIn(text: string, { decimal, delimiter }: TableForm): string {
  const isTold = decimal === 'comma' ? delimiter === ';' : delimiter !== ';'
  const mark = decimal === 'comma' ? ',' : '.'
  return text.replace(digitsAndMarks, (number) => {
    const [, whole, fraction] = withPoint.exec(number) ?? []
    if (whole === undefined || fraction === undefined) return number
    return `${whole}${mark}${fraction}${!isTold && isUnclear(whole, fraction) ? '0' : ''}`
  })
}
