import { t } from '@lingui/core/macro'
import {
  type ChangeKind,
  changeKinds,
  type ItemOrigin,
  originKinds,
} from '../../../src-shared/history/model.ts'
import type { Tone } from '../../ui/badge.tsx'

/** Filter and page of the list of changes, as in the URL: `?kind=created&field=name&q=tea&page=2`. */
export interface ChangesQuery {
  kind: ChangeKind | 'all'
  /** '' for any field. Only changed items have fields. */
  field: string
  text: string
  /** 1-based. */
  page: number
}

/** URL of the changes of a sync run, a feed or an import. */
export const changesHref = ({ kind, reference }: ItemOrigin, query: Partial<ChangesQuery> = {}): string =>
  `/changes/${kind}/${encodeURIComponent(reference)}${writeChangesQuery(query)}`

/** The origin in a URL; undefined if its kind is unknown. */
export function originOfAddress(kind: string, reference: string): ItemOrigin | undefined {
  const known = originKinds.find((one) => one === kind)
  return known && { kind: known, reference }
}

export function readChangesQuery(search: string): ChangesQuery {
  const parameters = new URLSearchParams(search)
  const page = Number(parameters.get('page'))
  return {
    kind: changeKinds.find((kind) => kind === parameters.get('kind')) ?? 'all',
    field: parameters.get('field') ?? '',
    text: parameters.get('q') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

function writeChangesQuery({ kind = 'all', field = '', text = '', page = 1 }: Partial<ChangesQuery>): string {
  const parameters = new URLSearchParams()
  if (kind !== 'all') parameters.set('kind', kind)
  if (field !== '') parameters.set('field', field)
  if (text !== '') parameters.set('q', text)
  if (page > 1) parameters.set('page', String(page))
  const query = parameters.toString()
  return query ? `?${query}` : ''
}

/** Label and colour of each kind of change. */
export const changeKindWords: Record<ChangeKind, { label: string; tone: Tone }> = {
  changed: { label: t`Changed`, tone: 'accent' },
  created: { label: t`New`, tone: 'good' },
  gone: { label: t`No longer listed`, tone: 'warn' },
}

/** The noun for each kind of origin, and the screen that the back link opens. */
export const originScreens: Record<
  ItemOrigin['kind'],
  { subject: string; back: { href: string; label: string } }
> = {
  sync: { subject: t`this run`, back: { href: '/sync', label: t`Sync` } },
  feed: { subject: t`this feed`, back: { href: '/outbox', label: t`Outbox` } },
  import: { subject: t`this import`, back: { href: '/import', label: t`Import` } },
  undo: { subject: t`this undoing`, back: { href: '/import', label: t`Import` } },
}
