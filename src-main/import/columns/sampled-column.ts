import type { ImportPreview } from '../../../src-shared/import/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type Cell, cellText } from '../source/cell.ts'
import { usableGtin } from '../values/usable-gtin.ts'
import { readColumnName } from './column-name.ts'
import { detectColumn, remarkOn, wrongCheckDigits } from './detect-mapping.ts'
import { gtinPath } from './import-fields.ts'

const maxSampleLength = 120
const maxSamples = 3

/** A column with its cells from the first rows. */
interface SampledColumn {
  name: string
  samples: Cell[]
  /** Samples that are not numeric cells of a workbook. */
  texts: Cell[]
  /** Number of formulas saved without a result. */
  unresolved: number
}
export const sampledColumn = (name: string): SampledColumn => ({
  name,
  samples: [],
  texts: [],
  unresolved: 0,
})

/** The column as shown in the preview. */
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
    if (texts.size === maxSamples) break
  }
  return {
    name,
    samples: [...texts],
    unclear,
    remark,
    ...(notGtins !== undefined && { notGtins }),
  }
}

/** Message for a code column that contains no GTINs. */
function wrongGtins(column: Pick<SampledColumn, 'name' | 'samples'>): string | undefined {
  const counted = wrongCheckDigits(column)
  return (
    counted &&
    say`The column "${column.name}" has no GTINs: ${counted.wrong} of the first ${counted.of} codes have a wrong check digit.`
  )
}

/** Message for codes that a spreadsheet stored as numbers and whose leading zeros were lost. */
function lostZeros(samples: Cell[]): string | undefined {
  const lost = samples.map(cellText).flatMap((text) => {
    const verdict = usableGtin(text)
    return 'gtin' in verdict && /^\d+$/.test(text) && verdict.gtin.length > text.length
      ? [{ text, gtin: verdict.gtin }]
      : []
  })
  const [first] = lost
  return (
    first && say`Leading zeros are missing, for example in ${first.text}. They are restored: ${first.gtin}.`
  )
}
