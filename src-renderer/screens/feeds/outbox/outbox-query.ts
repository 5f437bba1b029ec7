import { type FeedGroup, feedGroups } from '../../../../src-shared/feeds/outbox/outbox-state.ts'

/** Filter, search text and page of the outbox, stored in the address: `?show=done&q=tea&page=2`. */
export interface OutboxQuery {
  show: FeedGroup | 'all'
  text: string
  /** 1-based. */
  page: number
}

export function readOutboxQuery(search: string): OutboxQuery {
  const parameters = new URLSearchParams(search)
  const page = Number(parameters.get('page'))
  return {
    show: feedGroups.find((group) => group === parameters.get('show')) ?? 'all',
    text: parameters.get('q') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

export function outboxHref({ show, text, page }: OutboxQuery): string {
  const parameters = new URLSearchParams()
  if (show !== 'all') parameters.set('show', show)
  if (text !== '') parameters.set('q', text)
  if (page > 1) parameters.set('page', String(page))
  const query = parameters.toString()
  return query ? `/outbox?${query}` : '/outbox'
}
