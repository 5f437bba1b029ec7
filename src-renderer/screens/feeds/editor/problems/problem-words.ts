import { plural, t } from '@lingui/core/macro'
import { type DraftColumn, draftColumns } from '../../../../../src-shared/feeds/draft/columns.ts'
import type { DraftFix, DraftProblemGroup } from '../../../../../src-shared/feeds/draft/model.ts'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { spoken } from '../../../../../src-shared/texts/spoken.ts'
import { fieldLabels } from '../../../../../src-shared/vocabulary/kit/path.ts'
import { isMissingValue } from '../form/required-fields.ts'
import { choicesOf } from '../grid/columns/grid-columns.ts'
import { faultOf, isNameOfEntry } from './fault-words.ts'

/** Label of the field of a problem group, such as `Products · Brand`; undefined for the entire item. */
export const fieldOf = (kind: FeedKind, { path }: DraftProblemGroup): string | undefined =>
  path === '' ? undefined : fieldLabels(kinds[kind].payload.item, path).join(' · ')

/** The selection of the items of a problem group. */
export const problemOf = ({ code, path, found = '' }: DraftProblemGroup) => ({ code, path, found })

/** Whether the feed carries the field of a problem without changing it in the catalog. */
export function isOutsideFeed(kind: FeedKind, { path }: DraftProblemGroup): boolean {
  const { changes } = kinds[kind]
  const [member = ''] = path.split('/')
  return changes !== undefined && member !== '' && member !== 'productCodes' && !changes.includes(member)
}

/** The grid column of a problem group. */
export const columnOf = (kind: FeedKind, { column }: DraftProblemGroup): DraftColumn | undefined =>
  column === undefined ? undefined : draftColumns(kind).find((one) => one.column === column)

/** A suggested value as text: the name of the entry or of the code that it is. */
export function fixLabel(column: DraftColumn | undefined, { value, name }: DraftFix): string {
  return name ?? (column && choicesOf(column)?.find((one) => one.value === value)?.label) ?? value
}

/** The remedy that the button of a problem group applies; undefined without one. */
function fixOf(kind: FeedKind, group: DraftProblemGroup): string | undefined {
  const [only, another] = group.fixes
  if (only === undefined) return undefined
  const column = columnOf(kind, group)
  if (isNameOfEntry(group)) return t`use the identifier ${only.value}`
  if (another === undefined && (group.items > 1 || group.found !== undefined))
    return t`use ${fixLabel(column, only)}`
  if (group.path.endsWith('/nutrition/energy')) return t`calculate it from the nutrients`
  if (group.code === 'PERCENT_NOT_OF_AMOUNT') return t`calculate it from the amount`
  if (group.path === 'manufacturerId') return t`take the one of the brand’s other items`
  if (column?.input === 'gtin') return t`correct the digits`
  return t`use ${fixLabel(column, only)}`
}

/**
 * Title of a problem group as a sentence with the fault and the fix, such as `31 items: “Fl” is not a unit
 * (Net weight): use fl oz (fluid ounce)`, and a detail text if the title does not contain the message.
 */
export function groupText(kind: FeedKind, group: DraftProblemGroup): { title: string; more?: string } {
  const { message, path, items, differs } = group
  const labels = path === '' ? [] : fieldLabels(kinds[kind].payload.item, path)
  const label = labels.at(-1)
  const count = plural(items, { one: '# item', other: '# items' })
  const fix = fixOf(kind, group)
  const titled = (fault: string) => (fix === undefined ? `${count}: ${fault}` : `${count}: ${fault}: ${fix}`)
  // With its fix, the title says everything.
  const more = differs ? t`For example: ${message}` : fix === undefined ? message : undefined
  if (label !== undefined && isMissingValue(group))
    return {
      title: titled(/[^s]s$/.test(label) ? t`${label} are missing` : t`${label} is missing`),
      ...(more !== undefined && { more }),
    }
  const fault = faultOf(group, labels)
  if (fault !== undefined) return { title: titled(fault), ...(more !== undefined && { more }) }
  if (!differs) return { title: items === 0 ? message : `${count}: ${message}` }
  return {
    title: titled(
      label === undefined ? t`the item as a whole has a problem` : t`${spoken(label)} has a problem`,
    ),
    ...(more !== undefined && { more }),
  }
}
