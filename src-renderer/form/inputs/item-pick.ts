/** Finds an item of the catalog by words, by a product code or by its identifier. */
import { plural, t } from '@lingui/core/macro'
import type { CatalogRow, ItemPick } from '../../../src-shared/catalog/model.ts'
import { normaliseGtin } from '../../../src-shared/values/gtin.ts'
import { rpc } from '../../rpc/client.ts'
import { wholeNumber } from '../../ui/text/words.ts'

const shownItems = 8

export const itemQuestion = (text: string) =>
  rpc.catalog.pickItem.queryOptions({ input: { text: text.trim(), limit: shownItems } })

/** Brand, code and identifier, which distinguish items of the same name. */
export const itemWords = (row: CatalogRow | undefined, id: string): string =>
  [row?.brand, row?.code, t`identifier ${id}`].filter(Boolean).join(' · ')

/** The only item with the code or identifier; undefined for words. */
export const onlyItem = ({ rows, total, isCode, isIdentifier }: ItemPick): CatalogRow | undefined =>
  total === 1 && (isCode || isIdentifier) ? rows[0] : undefined

/** Whether a text without matches may be an identifier that this computer does not know. */
export const mayBeItemId = ({ total }: ItemPick, typed: string): boolean =>
  total === 0 && /^\S+$/.test(typed) && /[0-9]/.test(typed) && normaliseGtin(typed) === undefined

/** Status of the search where the list alone is not enough; '' otherwise. */
export function pickWords({ rows, total, isCode, checkDigit }: ItemPick, typed: string): string {
  if (checkDigit !== undefined)
    return t`No item has the product code ${typed}. As a GTIN it would end in ${checkDigit}: was it typed wrong?`
  if (isCode && total === 0) return t`No item of this computer’s catalog has the product code ${typed}.`
  if (isCode && total > 1)
    return t`${plural(total, { one: '# item', other: '# items' })} have this product code: choose one.`
  if (total === 0) return t`No item matches.`
  if (total > rows.length)
    return t`${wholeNumber(rows.length)} of ${wholeNumber(total)} items. Type more to narrow down.`
  return ''
}
