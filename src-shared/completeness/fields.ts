/**
 * The fields that a profile can name: the fields of the vocabulary, by their rule paths and with their
 * labels.
 */
import { documents } from '../vocabulary/documents.ts'
import { sections } from '../vocabulary/elements/sections.ts'
import { type FormField, form } from '../vocabulary/kit/form.ts'
import { isForContentPlus, type RequirementProfile } from './model.ts'

export interface ProfileField {
  path: string
  /** The labels that distinguish the field from others: `Nutrition facts, Energy (kcal)`. */
  label: string
  section: string
  /** From the item down to the field itself. */
  steps: readonly FormField[]
}

interface Family {
  /** By path. */
  fields: ReadonlyMap<string, ProfileField>
  /**
   * The repeated element of an item whose entries are checked separately: each entry must meet the
   * requirements below it.
   */
  each: string
}

/** The field of a number, which has the label of the element that it measures. */
const isMeasureOf = ({ key }: FormField): boolean => key === 'measure'

function labelOf(steps: readonly FormField[], each: string): string {
  const named = steps.filter((step, index) => {
    if (index === steps.length - 1) return index === 0 || !isMeasureOf(step)
    return step.key !== each && step.label !== sections.find(({ id }) => id === step.section)?.label
  })
  return (named.length > 0 ? named : steps.slice(-1)).map(({ label }) => label).join(', ')
}

function familyOf(items: FormField[], each: string): Family {
  const fields = new Map<string, ProfileField>()
  const [item] = items
  if (item === undefined) throw new Error('The vocabulary has no items to be complete.')
  const add = (field: FormField, around: readonly FormField[]): void => {
    // The text of an element has the path of its element, which is added first.
    if (field.place === 'text') return
    const steps = [...around, field]
    const path = field.path.slice(item.path.length + 1)
    fields.set(path, { path, label: labelOf(steps, each), section: field.section ?? 'identity', steps })
    for (const member of field.fields) add(member, steps)
  }
  for (const member of item.fields) add(member, [])
  return { fields, each }
}

const eachOfItems = 'products'
const eachOfContentPlus = 'retailer'
/** Built on first use: by then the page has loaded the labels of the vocabulary in its language. */
const families: { items?: Family; contentPlus?: Family } = {}

/** The fields of the feeds that a profile applies to. */
export function familyFor(profile: Pick<RequirementProfile, 'kinds'>): Family {
  if (isForContentPlus(profile)) {
    families.contentPlus ??= familyOf(form(documents.contentPlus), eachOfContentPlus)
    return families.contentPlus
  }
  families.items ??= familyOf(form(documents.ingestItems), eachOfItems)
  return families.items
}

/**
 * The member that carries the value of this field: the text of an element, the address of a file, a number.
 */
export function mainMemberOf({ fields }: FormField): FormField | undefined {
  return (
    fields.find(({ place }) => place === 'text') ??
    fields.find(({ key }) => key === 'url' || key === 'measure')
  )
}

/** The leaf with a text length; undefined if there is none. */
const textOf = (field: FormField): FormField | undefined =>
  field.input === 'group' ? mainMemberOf(field) : field

/** Whether the values of the field are pictures with a view code. */
const hasViews = ({ fields }: FormField): boolean => fields.some(({ input }) => input === 'view')

/** Whether the values of the field are files with an address. */
export const isFile = ({ fields }: FormField): boolean => fields.some(({ input }) => input === 'url')

/** Whether each entry of the field belongs to one retailer. */
export const isByRetailer = ({ fields }: FormField): boolean =>
  fields.some(({ key, lookup }) => key === 'id' && lookup === 'retailer')

/**
 * The fields offered for a requirement: values, not the elements around them; an element with a number
 * stands for its measure.
 */
export function offeredFields(profile: Pick<RequirementProfile, 'kinds'>): ProfileField[] {
  return [...familyFor(profile).fields.values()].filter(({ steps }) => {
    const last = steps.at(-1)
    if (last === undefined || (last.place === 'attribute' && steps.length > 1) || last.key === 'url')
      return false
    const main = mainMemberOf(last)
    return main === undefined ? last.fields.length === 0 : !isMeasureOf(main)
  })
}

/** The kinds of requirements that a field supports, besides being given. */
export function supportedChecks({
  steps,
}: ProfileField): Record<'length' | 'entries' | 'view' | 'pixels', boolean> {
  const last = steps.at(-1)
  const text = last && textOf(last)
  // Requirements on each product apply to one product only.
  const isOfEach = steps.length > 1 && [eachOfItems, eachOfContentPlus].includes(steps[0]?.key ?? '')
  return {
    length: text?.input === 'text' || text?.input === 'paragraph',
    entries: steps.slice(isOfEach ? 1 : 0).some(({ repeat }) => repeat),
    view: last !== undefined && hasViews(last),
    pixels: last !== undefined && isFile(last),
  }
}
