import type { ImportPreview } from '../../../src-shared/import/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type Cell, cellText } from '../source/cell.ts'
import { usableGtin } from '../values/usable-gtin.ts'
import { readColumnName } from './column-name.ts'
import { detectColumn, remarkOn, wrongCheckDigits } from './detect-mapping.ts'
import { gtinPath } from './import-fields.ts'

const maxSampleLength = 120
const samplesEach = 3

/** A column with what stands in it in the first rows. */
interface SampledColumn {
  name: string
  samples: Cell[]
  /** The samples that are not numbers of a workbook. */
  texts: Cell[]
  /** Formulas without a result. */
  unresolved: number
}
export const sampledColumn = (name: string): SampledColumn => ({
  name,
  samples: [],
  texts: [],
  unresolved: 0,
})

/** The column as a person sees it before the import. */
export function shownColumn(
  { name, samples, unresolved }: SampledColumn,
  path: string | undefined,
  unclear: string | undefined,
): ImportPreview['columns'][number] {
  const notGtins = wrongGtins({ name, samples })
  const isCodeByName = path === gtinPath || detectColumn(name)?.path === gtinPath
  const remark =
    notGtins !== undefined && isCodeByName
      ? notGtins
      : unresolved > 0
        ? say`${unresolved} of the first rows have a formula here that was saved without its result. Open the workbook in a spreadsheet and save it.`
        : path === gtinPath
          ? lostZeros(samples)
          : remarkOn(readColumnName(name).words)
  const texts = new Set<string>()
  for (const cell of samples) {
    const text = cellText(cell)
    if (text !== '') texts.add(text.length > maxSampleLength ? `${text.slice(0, maxSampleLength)}…` : text)
    if (texts.size === samplesEach) break
  }
  return {
    name,
    samples: [...texts],
    unclear,
    remark,
    ...(notGtins !== undefined && { notGtins }),
  }
}

/** What is said of a column whose codes are no GTINs. */
function wrongGtins(column: Pick<SampledColumn, 'name' | 'samples'>): string | undefined {
  const counted = wrongCheckDigits(column)
  return (
    counted &&
    say`The column "${column.name}" has no GTINs: ${counted.wrong} of the first ${counted.of} codes have a wrong check digit.`
  )
}

/** What is said of codes that a spreadsheet took for numbers. */
function lostZeros(samples: Cell[]): string | undefined {
  const lost = samples.map(cellText).flatMap((text) => {
    const verdict = usableGtin(text)
    return 'gtin' in verdict && /^\d+$/.test(text) && verdict.gtin.length > text.length
      ? [{ text, gtin: verdict.gtin }]
      : []
  })
  const [first] = lost
  return first && say`Leading zeros were lost, as in ${first.text}. They are put back: ${first.gtin}.`
}
