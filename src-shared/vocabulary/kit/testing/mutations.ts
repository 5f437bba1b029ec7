/** Applies random damage to documents, small enough that they often remain valid. For property tests only. */
import fc from 'fast-check'
import { serialise } from '../read/unknown.ts'
import { parseTree, type XmlElement } from '../xml/tree.ts'

interface Damage {
  kind: (typeof kinds)[number]
  /** Selects an element, and a second position if needed. */
  element: number
  place: number
  text: string
}

const kinds = [
  'rename',
  'duplicate',
  'remove',
  'swap',
  'shuffle',
  'text',
  'insert-text',
  'insert-element',
  'attribute',
  'unknown-attribute',
  'drop-attribute',
  'namespace',
  'empty',
] as const

/** Texts that are valid for some leaves only, near the boundaries of the patterns. */
const texts = [
  '',
  ' ',
  'Y',
  'N',
  'y',
  ' Y ',
  'true',
  'TRUE',
  '1',
  '007',
  '-1',
  '+1.5',
  '.5',
  '5.',
  '.',
  '1,5',
  '1e3',
  'NaN',
  '12 ',
  '1 2',
  'x',
  'en_US',
  'en-',
  'e',
  'en US',
  '2024-02-29T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01T00:00:00',
  '2024-01-01T00:00:00.5+02:00',
  '٣',
  '\u00A05',
  '5\n',
  '&',
  '<',
]
const names = [
  'item',
  'items',
  'upc',
  'name',
  'entry',
  'url',
  'medium',
  'retailer',
  'text',
  'unknown',
  'nutrition',
  'uom',
  'id',
]

const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom(...kinds),
  element: fc.nat(),
  place: fc.nat(),
  text: fc.constantFrom(...texts, ...names),
})

/** A document with one to three random changes; always well-formed. */
export const mutated = (xml: string): fc.Arbitrary<string> =>
  fc.array(damage, { minLength: 1, maxLength: 3 }).map((changes) => {
    const root = parseTree(xml)
    for (const change of changes) apply(root, change)
    return serialise(root, '')
  })

/** A document with one character deleted or inserted after the declarations; rarely well-formed. */
export const mangled = (xml: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(),
      fc.constantFrom(
        '',
        '<',
        '>',
        '&',
        '"',
        '/',
        '=',
        ' ',
        'x',
        ']]>',
        '--',
        '&#0;',
        '&#x1F;',
        '&lt;',
        '\u0001',
      ),
    )
    .map(([place, replacement]) => {
      const declaration = /xmlns="[^"]*"/.exec(xml)
      const untouched = (declaration?.index ?? 0) + (declaration?.[0].length ?? 0)
      const at = untouched + (place % (xml.length - untouched + 1))
      return xml.slice(0, at) + replacement + xml.slice(replacement === '' ? at + 1 : at)
    })

const isElement = (part: XmlElement['content'][number]): part is XmlElement =>
  typeof part === 'object' && 'name' in part
const childrenOf = (element: XmlElement): XmlElement[] => element.content.filter(isElement)
const descendants = (element: XmlElement): XmlElement[] => [
  element,
  ...childrenOf(element).flatMap(descendants),
]
const pick = <T>(from: readonly T[], number: number): T | undefined => from[number % Math.max(from.length, 1)]
const nameLike = (text: string): string => (/^[a-z]+$/i.test(text) ? text : 'other')

function apply(root: XmlElement, { kind, element, place, text }: Damage): void {
  const target = pick(descendants(root), element) ?? root
  const child = pick(childrenOf(target), place)
  const attribute = pick(target.attributes, place)
  if (kind === 'rename') (child ?? target).name = nameLike(text)
  else if (kind === 'duplicate' && child) target.content = [...target.content, child]
  else if (kind === 'remove' && child) target.content = target.content.filter((part) => part !== child)
  else if (kind === 'swap') target.content = target.content.toReversed()
  else if (kind === 'shuffle')
    target.content = [...target.content.slice(place % 7), ...target.content.slice(0, place % 7)]
  else if (kind === 'text') target.content = [text]
  else if (kind === 'insert-text')
    target.content = target.content.toSpliced(place % (target.content.length + 1), 0, text)
  else if (kind === 'insert-element')
    target.content = [...target.content, empty(nameLike(text), target.namespace)]
  else if (kind === 'attribute' && attribute) attribute.value = text
  else if (kind === 'unknown-attribute') {
    const name = nameLike(text)
    if (!target.attributes.some((one) => one.name === name)) {
      target.attributes = [...target.attributes, { name, prefix: '', namespace: '', value: text }]
    }
  } else if (kind === 'drop-attribute')
    target.attributes = target.attributes.filter((one) => one !== attribute)
  else if (kind === 'namespace')
    (child ?? target).namespace = pick(['', 'urn:other', `${root.namespace}x`], place) ?? ''
  else if (kind === 'empty') target.content = []
}

const empty = (name: string, namespace: string): XmlElement => ({
  name,
  namespace,
  attributes: [],
  content: [],
  offset: 0,
})
