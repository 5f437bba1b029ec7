import { fieldOf } from './place.ts'

/** The two feeds an earlier value can go back with. */
export type RestoreKind = 'refresh' | 'update'

/**
 * The fields of a record that each kind of feed carries, by the beginning of their path. What is not here (the status,
 * the stamps, package data, the parties, identifiers of products) a feed has no place for.
 */
const carried: Record<RestoreKind, readonly string[]> = {
  update: ['ecommerceDescription', 'upcs'],
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
  'products/product/manufacturer',
  'products/product/grocery/containerRefunds',
]

const isWithin = (field: string, prefix: string): boolean =>
  field === prefix || field.startsWith(`${prefix}/`)

/** Whether a draft of this kind can carry the earlier value of a field (or of a path). */
export function isRestorable(kind: RestoreKind, path: string): boolean {
  const field = fieldOf(path)
  return (
    carried[kind].some((prefix) => isWithin(field, prefix)) &&
    !(kind === 'refresh' && notCarried.some((prefix) => isWithin(field, prefix)))
  )
}
