import type { Difference } from './diff.ts'

/** The two feeds an earlier value can go back with. */
export type RestoreKind = 'refresh' | 'update'

/**
 * The fields of a record that each kind of feed carries, by the beginning of their path. What is not here (the status,
 * the stamps, package data, the parties, identifiers of products) a feed has no place for.
 */
const carried: Record<RestoreKind, readonly string[]> = {
  update: ['ecommerceDescription', 'upcs', 'products/product/@type'],
  refresh: [
    'name',
    'marketingDescription',
    'otherDescription',
    'ecommerceDescription',
    'manufacturerEcommerceDescription',
    'upcs',
    'categories/category',
    'media/medium',
    'products',
    'attributes',
  ],
}
/** Exceptions: members inside these that a feed does not carry. */
const notCarried: readonly string[] = [
  'categories/category/@type',
  'media/medium/@mimeType',
  'media/medium/@imageSource',
  'media/medium/@added',
  'media/medium/description',
  'products/product/@sequence',
  'products/product/@id',
  'products/product/grocery/containerRefunds',
]

/** Names beside an identifier: a feed carries the identifier alone. */
const textNotCarried: readonly string[] = ['categories/category', 'products/product/manufacturer']

const isWithin = (field: string, prefix: string): boolean =>
  field === prefix || field.startsWith(`${prefix}/`)

/** Whether a draft of this kind can put the earlier side of a difference back. */
export function isRestorable(
  feed: RestoreKind,
  { kind, field }: Pick<Difference, 'kind' | 'field'>,
): boolean {
  return (
    kind !== 'moved' &&
    carried[feed].some((prefix) => isWithin(field, prefix)) &&
    !notCarried.some((prefix) => isWithin(field, prefix)) &&
    !(kind === 'changed' && textNotCarried.includes(field))
  )
}
