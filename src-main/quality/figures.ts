import type { CatalogFacets } from '../../src-shared/catalog/model.ts'
import type { StoredProfile } from '../../src-shared/completeness/model.ts'
import { scoreBands } from '../../src-shared/completeness/score-bands.ts'
import {
  type Figure,
  type FindingFigure,
  findings,
  type Grouping,
  type GroupList,
  maxGroups,
  type QualityFigures,
  selectionOf,
  sides,
} from '../../src-shared/quality/model.ts'
import { say } from '../../src-shared/texts/say.ts'
import { spoken } from '../../src-shared/texts/spoken.ts'
import type { JobRun } from '../platform/job-runner.ts'
import type { GroupSum, Sums } from './sums.ts'

/** Maximum number of missing fields in the report. */
const maxLacked = 50

/** One count of the catalog by one profile. */
export interface Count {
  run: JobRun<{ counted: number; total: number }>
  /** State of the catalog that was counted; the figures are out of date if it differs. */
  asOf: string
  startedAt: number
  /** Absent until the count is complete. */
  endedAt?: number
  sums: Sums
}

/** The items that a picture contradicts; no number while they are counted. */
export type ContradictedItems = Pick<FindingFigure, 'items' | 'isUnchecked'>

/**
 * The figures of a count for the user interface.
 * @param facets of the entire catalog; undefined until they are known
 * @param contradicted the items that a picture contradicts
 * @param hasScores whether the facets have the scores of all items by this profile: then the filters of the
 * catalog and these figures have the same numbers
 */
export function figuresOf(
  { id: profileId, profile }: StoredProfile,
  { run, sums, startedAt, endedAt }: Count,
  isOutOfDate: boolean,
  facets: CatalogFacets | undefined,
  hasScores: boolean,
  contradicted: ContradictedItems,
): QualityFigures {
  const { counted, total } = run.progress
  const figure = (kind: string, id: string): Figure => ({
    id,
    items: sums.figures.get(`${kind}:${id}`)?.items ?? 0,
  })
  const bands = scoreBands.map(({ id }) =>
    hasScores && facets ? { id, items: countIn(facets.completeness, id) } : figure('band', id),
  )
  const itemsOf = (chosen: readonly Figure[]) => chosen.reduce((sum, { items }) => sum + items, 0)
  const groups = (kind: Grouping): GroupList => groupList(sums.groups[kind])
  return {
    counted,
    total,
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    isOutOfDate,
    profileId,
    profileName: profile.name,
    scored: {
      items: itemsOf(bands),
      complete: itemsOf(bands.filter(({ id }) => id === '100')),
      score: mean(sums.all),
    },
    findings: findings.map(
      ({ id }) => findingOfCatalog(id, facets, contradicted) ?? { ...figure('finding', id), of: counted },
    ),
    sides: sides.map(({ facing }) => figure('side', facing)),
    bands,
    groups: {
      brand: groups('brand'),
      retailer: groups('retailer'),
      department: groups('department'),
      category: groups('category'),
    },
    lacked: [...sums.lacked.values()].toSorted((a, b) => b.items - a.items).slice(0, maxLacked),
  }
}

/** The figure of a finding that is a filter of the catalog; undefined for any other. */
function findingOfCatalog(
  id: string,
  facets: CatalogFacets | undefined,
  contradicted: ContradictedItems,
): FindingFigure | undefined {
  const selection = selectionOf(`finding:${id}`)
  if (!selection || !facets) return selection && { id, of: 0 }
  // Each item is counted once in the completeness facet.
  const of = facets.completeness.reduce((sum, { count }) => sum + count, 0)
  if (selection.findings) return { id, of, ...contradicted }
  const [basic] = selection.missing ?? []
  return { id, of, items: basic === undefined ? facets.notListed : countIn(facets.missing, basic) }
}
const countIn = (values: CatalogFacets['missing'], id: string): number =>
  values.find((value) => value.id === id)?.count ?? 0

const mean = ({ items, sum }: GroupSum): number => (items === 0 ? 0 : sum / items)

function groupList(groups: ReadonlyMap<string, GroupSum>): GroupList {
  const open = ({ items, complete }: GroupSum) => items - complete
  const first = [...groups.values()].toSorted(
    (a, b) => open(b) - open(a) || b.items - a.items || (a.name < b.name ? -1 : 1),
  )
  return {
    of: groups.size,
    groups: first.slice(0, maxGroups).map((group) => ({
      id: group.id,
      name: group.name,
      items: group.items,
      complete: group.complete,
      score: mean(group),
    })),
  }
}

const noneWords = {
  brand: say`No brand`,
  retailer: say`No retailer`,
  department: say`No department`,
  category: say`No category`,
}

/** The name of a figure, as the title of its list. */
export function figureLabel(sums: Sums, figure: string): string {
  const colon = figure.indexOf(':')
  const [kind, id] = [figure.slice(0, colon), figure.slice(colon + 1)]
  switch (kind) {
    case 'finding':
      return findings.find((one) => one.id === id)?.label ?? figure
    case 'side': {
      const side = sides.find(({ facing }) => facing === id)
      return side ? say`No picture of the ${spoken(side.label)}` : figure
    }
    case 'band': {
      const band = scoreBands.find((one) => one.id === id)
      return band ? say`Completeness: ${spoken(band.label)}` : figure
    }
    case 'lacks':
      return say`Without ${sums.lacked.get(id)?.label ?? id}`
    case 'brand':
    case 'retailer':
    case 'department':
    case 'category':
      return say`${sums.groups[kind].get(id)?.name || noneWords[kind]}: not complete`
    default:
      return figure
  }
}
