/** The fields that a profile can name: those of the vocabulary, by the paths that rules use, with its words. */
import { documents } from '../vocabulary/documents.ts'
import { sections } from '../vocabulary/elements/sections.ts'
import { type FormField, form } from '../vocabulary/kit/form.ts'
import { isForContentPlus, type RequirementProfile } from './model.ts'

export interface ProfileField {
  path: string
  /** The labels on the way that tell it from others: `Nutrition facts, Energy (kcal)`. */
  label: string
  section: string
  /** From the item inwards, the field itself last. */
  steps: readonly FormField[]
}

interface Family {
  /** By path. */
  fields: ReadonlyMap<string, ProfileField>
  /** The repeated element of the item whose entries are asked one by one: each must meet what is required below it. */
  each: string
}

/** A number is called by what it measures. */
const isMeasureOf = ({ key }: FormField): boolean => key === 'measure'

function labelOf(steps: readonly FormField[], each: string): string {
  const told = steps.filter((step, index) => {
    if (index === steps.length - 1) return index === 0 || !isMeasureOf(step)
    return step.key !== each && step.label !== sections.find(({ id }) => id === step.section)?.label
  })
  return (told.length > 0 ? told : steps.slice(-1)).map(({ label }) => label).join(', ')
}

function familyOf(items: FormField[], each: string): Family {
  const fields = new Map<string, ProfileField>()
  const [item] = items
  if (item === undefined) throw new Error('The vocabulary has no items to be complete.')
  const add = (field: FormField, around: readonly FormField[]): void => {
    // The text of an element stands under the path of the element, which comes first.
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
/** Made when they are first asked for: by then a page has the labels of the vocabulary in its language. */
const families: { items?: Family; contentPlus?: Family } = {}

/** The fields of the feeds that a profile is for. */
export function familyFor(profile: Pick<RequirementProfile, 'kinds'>): Family {
  if (isForContentPlus(profile)) {
    families.contentPlus ??= familyOf(form(documents.contentPlus), eachOfContentPlus)
    return families.contentPlus
  }
  families.items ??= familyOf(form(documents.ingestItems), eachOfItems)
  return families.items
}

/** The member that a value of this field is told by: the text of an element, the address of a file, a number. */
export function essenceOf({ fields }: FormField): FormField | undefined {
  return (
    fields.find(({ place }) => place === 'text') ??
    fields.find(({ key }) => key === 'url' || key === 'measure')
  )
}

/** The leaf whose length can be asked for; undefined where there is none. */
const textOf = (field: FormField): FormField | undefined =>
  field.input === 'group' ? essenceOf(field) : field

/** Whether its values are pictures that say what side they show. */
const hasViews = ({ fields }: FormField): boolean => fields.some(({ input }) => input === 'view')

/** Whether its values are files with an address. */
export const isFile = ({ fields }: FormField): boolean => fields.some(({ input }) => input === 'url')

/** Whether its entries are of one retailer each. */
export const isByRetailer = ({ fields }: FormField): boolean =>
  fields.some(({ key, lookup }) => key === 'id' && lookup === 'retailer')

/** What a person is offered to ask for: values, not the elements around them; a number stands for its measure. */
export function offeredFields(profile: Pick<RequirementProfile, 'kinds'>): ProfileField[] {
  return [...familyFor(profile).fields.values()].filter(({ steps }) => {
    const last = steps.at(-1)
    if (last === undefined || (last.place === 'attribute' && steps.length > 1) || last.key === 'url')
      return false
    const essence = essenceOf(last)
    return essence === undefined ? last.fields.length === 0 : !isMeasureOf(essence)
  })
}

/** What can be asked of a field beside that it is given. */
export function askableOf({
  steps,
}: ProfileField): Record<'length' | 'entries' | 'view' | 'pixels', boolean> {
  const last = steps.at(-1)
  const text = last && textOf(last)
  // Of what is asked of each product, one product has one.
  const isOfEach = steps.length > 1 && [eachOfItems, eachOfContentPlus].includes(steps[0]?.key ?? '')
  return {
    length: text?.input === 'text' || text?.input === 'paragraph',
    entries: steps.slice(isOfEach ? 1 : 0).some(({ repeat }) => repeat),
    view: last !== undefined && hasViews(last),
    pixels: last !== undefined && isFile(last),
  }
}
