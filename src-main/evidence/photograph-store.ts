import { labelFindings } from '../../src-shared/evidence/label-findings.ts'
import { maxOthers, type NamedItem, type Readings } from '../../src-shared/evidence/model.ts'
import type { CodeItems, PhotographComparison } from '../../src-shared/evidence/photograph.ts'
import { checkDigit, upcAToUpcE } from '../../src-shared/values/gtin.ts'
import { item as itemElement } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { defineReader } from '../storage/index.ts'

/** The items with the codes of a photograph, and their records. */
export const photographReader = defineReader('evidence/photographs', ({ db }) => {
  const withCodes = db.prepare<[string, number], NamedItem>(`
    SELECT DISTINCT item.id, item.name
    FROM json_each(?) AS wanted CROSS JOIN item_code ON gtin14 = wanted.value JOIN item ON item.seq = item_code.item
    ORDER BY item.seq LIMIT ?`)
  const record = db.prepare<[string], NamedItem & { body: Buffer }>(
    'SELECT id, name, body FROM item JOIN item_document USING (seq) WHERE id = ?',
  )
  const itemsWith = (gtin14s: readonly string[]): NamedItem[] =>
    withCodes.all(JSON.stringify(gtin14s), maxOthers)
  return {
    /**
     * The first items with a code; if there are none, those that a case with this code contains.
     * @param gtin14s the forms of 14 digits that the code may stand for
     */
    itemsWith(gtin14s: readonly string[]): CodeItems {
      const own = itemsWith(gtin14s.flatMap(storedForms))
      if (own.length > 0) return { items: own, isCase: false }
      return { items: itemsWith(gtin14s.flatMap(unitsInCase)), isCase: true }
    },
    /** @returns undefined if there is no such item */
    compare(
      itemId: string,
      sha256: string,
      text: Readings['text'],
    ): Pick<PhotographComparison, 'item' | 'findings'> | undefined {
      const found = record.get(itemId)
      const value = found && parseElement(itemElement, found.body).value
      if (!found || !value) return undefined
      const { id, name } = found
      return { item: { id, name }, findings: labelFindings(value, [{ sha256, view: '', text }]) }
    },
  }
})

/** The forms of 14 digits in which records may have a code: a UPC-E is stored with its 8 digits. */
function storedForms(gtin14: string): string[] {
  const short = gtin14.startsWith('00') ? upcAToUpcE(gtin14.slice(2)) : undefined
  return short === undefined ? [gtin14] : [gtin14, short.padStart(14, '0')]
}

/** The code of the unit in a case has another indicator digit, and its own check digit. */
function unitsInCase(gtin14: string): string[] {
  if (!/^[1-8]/.test(gtin14)) return []
  return ['0', '1', '2', '3', '4', '5', '6', '7', '8']
    .filter((indicator) => indicator !== gtin14[0])
    .flatMap((indicator) => {
      const body = indicator + gtin14.slice(1, 13)
      return storedForms(body + checkDigit(body))
    })
}
