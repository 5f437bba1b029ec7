/**
 * The business rules of Content+ feeds in addition to the schema: items and retailers are named, files have
 * addresses.
 */
import type { Problem } from '../../problem.ts'
import { say } from '../../texts/say.ts'
import { type ContentPlusFeed, contentPlusFeedItem } from '../elements/content-plus.ts'
import { pathOf, trail } from '../kit/path.ts'
import { valueViolations } from './broken-values.ts'
import { duplicateRetailers } from './ingest-rules.ts'

/** The rules, without those about single values, for the reference. */
export const contentPlusRules = [
  { code: 'ITEM_REQUIRED', message: say`Name the item.` },
  { code: 'RETAILER_REQUIRED', message: say`Name at least one retailer for the item.` },
  {
    code: 'RETAILER_TWICE',
    severity: 'warning',
    message: say`List each retailer once, with all of its content.`,
  },
] as const

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ''

/** The rule violations of a Content+ feed. */
export const checkContentPlus = (value: ContentPlusFeed): Problem[] =>
  value.item.flatMap(checkContentPlusItem)

/** The rule violations of one item of a Content+ feed. `index` is its 0-based position in the feed. */
export function checkContentPlusItem(item: ContentPlusFeed['item'][number], index: number): Problem[] {
  const path = `contentPlus/item[${index + 1}]`
  const problems: Problem[] = []
  if (isBlank(item.id))
    problems.push({
      code: 'ITEM_REQUIRED',
      path: `${path}/@id`,
      message: say`Name the item.`,
    })
  if (item.retailer.length === 0)
    problems.push({
      code: 'RETAILER_REQUIRED',
      path: `${path}/retailer[1]`,
      message: say`Name at least one retailer for the item.`,
    })
  for (const [position, { id }] of item.retailer.entries())
    if (isBlank(id))
      problems.push({
        code: 'RETAILER_REQUIRED',
        path: `${path}/retailer[${position + 1}]/@id`,
        message: say`Name the retailer.`,
      })
  for (const { index: position, message } of duplicateRetailers(item.retailer))
    problems.push({
      code: 'RETAILER_TWICE',
      path: `${path}/retailer[${position + 1}]/@id`,
      message,
      severity: 'warning',
    })
  for (const { rule, at, message } of valueViolations(contentPlusFeedItem, item, trail(undefined, path)))
    problems.push({
      code: rule.code,
      path: pathOf(at),
      message,
      ...(rule.severity && { severity: rule.severity }),
    })
  return problems
}
