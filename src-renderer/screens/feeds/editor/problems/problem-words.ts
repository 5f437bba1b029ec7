import { plural, t } from '@lingui/core/macro'
import type { DraftProblemGroup } from '../../../../../src-shared/feeds/draft/model.ts'
import { fieldLabels } from '../../../../../src-shared/vocabulary/kit/path.ts'
import type { Group } from '../../../../form/place.ts'
import { isMissingValue } from '../form/required-fields.ts'

/** Label of the field of a problem group, such as `Products · Brand`; undefined for the entire item. */
export function fieldOf(group: Group, { path }: Pick<DraftProblemGroup, 'path'>): string | undefined {
  return path === '' ? undefined : fieldLabels(group, path).join(' · ')
}

/**
 * Title of a problem group, such as `96 items: Manufacturer is missing`, with a detail text if the title does
 * not contain the message.
 */
export function groupText(group: Group, problems: DraftProblemGroup): { title: string; more?: string } {
  const { message, path, items, differs } = problems
  const field = path === '' ? undefined : fieldLabels(group, path).at(-1)
  const count = plural(items, { one: '# item', other: '# items' })
  if (field !== undefined && isMissingValue(problems))
    return {
      title: /[^s]s$/.test(field) ? t`${count}: ${field} are missing` : t`${count}: ${field} is missing`,
      more: message,
    }
  // The messages of the group differ, so only one is shown as an example.
  if (differs)
    return { title: `${count}: ${field ?? t`the item as a whole`}`, more: t`For example: ${message}` }
  return { title: `${count}: ${message}` }
}
