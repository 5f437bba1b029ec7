import { plural, t } from '@lingui/core/macro'
import type { DraftProblemGroup } from '../../../../../src-shared/feeds/draft/model.ts'
import { fieldLabels } from '../../../../../src-shared/vocabulary/kit/path.ts'
import type { Group } from '../../../../form/place.ts'
import { isLack } from '../form/required-fields.ts'

/** The field a group of problems is about, `Products · Brand`; undefined for the item as a whole. */
export function fieldOf(group: Group, { path }: Pick<DraftProblemGroup, 'path'>): string | undefined {
  return path === '' ? undefined : fieldLabels(group, path).join(' · ')
}

/** What is wrong with how many items, `96 items: Manufacturer is missing`, and more of it where that does not say all. */
export function groupWords(group: Group, problems: DraftProblemGroup): { title: string; more?: string } {
  const { message, path, items, differs } = problems
  const field = path === '' ? undefined : fieldLabels(group, path).at(-1)
  const count = plural(items, { one: '# item', other: '# items' })
  if (field !== undefined && isLack(problems))
    return {
      title: /[^s]s$/.test(field) ? t`${count}: ${field} are missing` : t`${count}: ${field} is missing`,
      more: message,
    }
  // What is said of one value is not said of the others.
  if (differs)
    return { title: `${count}: ${field ?? t`the item as a whole`}`, more: t`For example: ${message}` }
  return { title: `${count}: ${message}` }
}
