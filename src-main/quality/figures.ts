import {
  type Figure,
  findings,
  type Grouping,
  type GroupList,
  mostGroups,
  type QualityFigures,
  scoreBands,
  sides,
} from '../../src-shared/quality/model.ts'
import { say } from '../../src-shared/texts/say.ts'
import { spoken } from '../../src-shared/texts/spoken.ts'
import type { Count, GroupSum, Sums } from './sums.ts'

/** Fields that are lacked and told. */
const mostLacked = 50

/** What a count came to, as the face shows it. */
export function figuresOf(count: Count, isOutOfDate: boolean): QualityFigures {
  const { sums, counted, total, startedAt, endedAt, profile } = count
  const figure = (kind: string, id: string): Figure => ({
    id,
    items: sums.figures.get(`${kind}:${id}`)?.items ?? 0,
  })
  const groups = (kind: Grouping): GroupList => groupList(sums.groups[kind])
  return {
    counted,
    total: Math.max(total, counted),
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    isOutOfDate,
    profileId: profile.id,
    profileName: profile.profile.name,
    scored: { items: sums.all.items, complete: sums.all.complete, score: mean(sums.all) },
    findings: findings.map(({ id }) => figure('finding', id)),
    sides: sides.map(({ facing }) => figure('side', facing)),
    bands: scoreBands.map(({ id }) => figure('band', id)),
    groups: {
      brand: groups('brand'),
      retailer: groups('retailer'),
      department: groups('department'),
      category: groups('category'),
    },
    lacked: [...sums.lacked.values()].toSorted((a, b) => b.items - a.items).slice(0, mostLacked),
  }
}

const mean = ({ items, sum }: GroupSum): number => (items === 0 ? 0 : sum / items)

function groupList(groups: ReadonlyMap<string, GroupSum>): GroupList {
  const open = ({ items, complete }: GroupSum) => items - complete
  const first = [...groups.values()].toSorted(
    (a, b) => open(b) - open(a) || b.items - a.items || (a.name < b.name ? -1 : 1),
  )
  return {
    of: groups.size,
    groups: first.slice(0, mostGroups).map((group) => ({
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
