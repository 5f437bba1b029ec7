import type { DraftProblemGroup } from '../../../src-shared/drafts/model.ts'
import { fieldLabels } from '../../../src-shared/vocabulary/kit/path.ts'
import type { Group } from '../../form/place.ts'
import { counted } from '../../ui/words.ts'
import { isLack } from './required-fields.ts'

/** The field a group of problems is about, `Products · Brand`; undefined for the item as a whole. */
export function fieldOf(group: Group, { path }: Pick<DraftProblemGroup, 'path'>): string | undefined {
  return path === '' ? undefined : fieldLabels(group, path).join(' · ')
}

/** What is wrong with how many items: `96 items: Manufacturer is missing`. */
export function groupWords(group: Group, problems: DraftProblemGroup): string {
  const field = problems.path === '' ? undefined : fieldLabels(group, problems.path).at(-1)
  const what = field !== undefined && isLack(problems) ? `${field} is missing` : problems.message
  return `${counted(problems.items, 'item')}: ${what}`
}
