import type { ItemPageQuery } from './upstream.ts'

/** The parameters that bring media into the records: edited and original pictures. */
const withMedia = { pi: 'b' } as const

/** The query of an item search as it is sent. */
export const itemPageParameters = ({ id: _, media = false, ...query }: ItemPageQuery) => ({
  ...query,
  ...(media && withMedia),
})
