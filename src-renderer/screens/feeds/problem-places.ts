import type { Problem } from '../../../src-shared/problem.ts'
import { sections } from '../../../src-shared/vocabulary/sections.ts'
import { whereabouts } from '../../form/arrangement.ts'
import type { Group } from '../../form/place.ts'

export interface PlacedProblem extends Problem {
  /** 0-based item of the feed; undefined for the feed as a whole. */
  item: number | undefined
  section: string | undefined
  /** Where it is, for people: `Identity · Product codes 1`. */
  where: string
}

const sectionLabels = new Map<string, string>(sections.map(({ id, label }) => [id, label]))

/** Says of each problem which item and section of the form it belongs to. */
export function placeProblems(problems: readonly Problem[], itemGroup: Group): PlacedProblem[] {
  return problems.map((problem) => {
    const [, position, rest = ''] = /^[^/]+\/item\[(\d+)\](?:\/(.*))?$/.exec(problem.path) ?? []
    if (position === undefined)
      return { ...problem, item: undefined, section: undefined, where: 'The feed as a whole' }
    const { section, labels } = whereabouts(itemGroup, rest)
    const sectionLabel = section ? sectionLabels.get(section) : undefined
    const [first, ...further] = labels
    // A section is often named like its only element.
    const shown =
      first !== undefined && first.replace(/ \d+$/, '') === sectionLabel
        ? [first, ...further]
        : [sectionLabel, first, ...further]
    return {
      ...problem,
      item: Number(position) - 1,
      section,
      where: shown.filter(Boolean).join(' · ') || 'The item as a whole',
    }
  })
}
