/** What is looked at of a run's changes, as the address bar holds it: `?kind=created&field=name&q=tea&page=2`. */
export interface ChangesQuery {
  kind: 'changed' | 'created'
  field: string
  text: string
  /** From 1. */
  page: number
}

export function readChangesQuery(search: string): ChangesQuery {
  const parameters = new URLSearchParams(search)
  const page = Number(parameters.get('page'))
  return {
    kind: parameters.get('kind') === 'created' ? 'created' : 'changed',
    field: parameters.get('field') ?? '',
    text: parameters.get('q') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

export function writeChangesQuery({ kind, field, text, page }: ChangesQuery): string {
  const parameters = new URLSearchParams()
  if (kind === 'created') parameters.set('kind', kind)
  if (field !== '' && kind === 'changed') parameters.set('field', field)
  if (text !== '') parameters.set('q', text)
  if (page > 1) parameters.set('page', String(page))
  const query = parameters.toString()
  return query ? `?${query}` : ''
}
