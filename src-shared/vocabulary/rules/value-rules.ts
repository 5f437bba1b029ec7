/**
 * Rules about single values, wherever in a feed they stand: measures, units, countries, addresses, views, lengths of
 * text. What a value is comes from the description of its element. The specification says little of values, so
 * nearly all of these are warnings.
 */

import { countryCodes } from '../../countries.ts'
import { say } from '../../texts/say.ts'
import { quantityWords, unitOf, units } from '../../units.ts'
import { isViewCode } from '../../views.ts'
import { contentPlus, contentPlusFeedRetailer } from '../content-plus.ts'
import { ingestGrocery, ingestItem, ingestMedium, ingestPackageData, ingestProduct } from '../ingest.ts'
import type { Group, Member } from '../kit/description.ts'
import {
  elementsIn,
  memberTrail,
  type Place,
  type TextPlace,
  type Trail,
  textsIn,
  trail,
} from '../kit/path.ts'
import type { AnyValue } from '../kit/value.ts'
import { shown } from '../kit/xml/refusal.ts'
import { country, namedUrl, unitOfMeasure, viewCode } from '../leaves.ts'

interface ValueRule {
  /** Stable word for programs. */
  readonly code: string
  /** Absent: an error. */
  readonly severity?: 'warning'
  readonly message: string
  /** Where an element breaks the rule, the elements in it aside. */
  readonly broken: (place: Place, texts: readonly TextPlace[]) => { at: Trail; message?: string }[]
}
export interface BrokenValue {
  rule: ValueRule
  at: Trail
  message: string
}

const blank = (text: string): boolean => text.trim() === ''
const textOf = (value: AnyValue, key: string): string => {
  const text = value[key]
  return typeof text === 'string' ? text : ''
}

const isNumber = (text: string): boolean => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim())
const isZero = (text: string): boolean => !/[1-9]/.test(text)
const isNegative = (text: string): boolean => text.trim().startsWith('-') && !isZero(text)

/** Numbers that say how much of something there is: none of it, and the thing would not be there. */
const positive = new Set(['measure', 'unitsInPackage', 'numberOfServings'])

/** The quantities a unit may be of, by the units its field offers. */
function quantitiesOf({ options, type }: Member): Set<keyof typeof quantityWords> {
  const offered = new Set(
    (options ?? (type.kind === 'leaf' ? type.options : undefined))?.map(({ value }) => value),
  )
  return new Set(units.filter(({ code }) => offered.has(code)).map(({ quantity }) => quantity))
}

/** The first units a field offers. */
const examples = (member: Member): string =>
  units
    .filter(({ quantity }) => quantitiesOf(member).has(quantity))
    .slice(0, 3)
    .map(({ code, symbol }) => `${code} (${symbol})`)
    .join(', ')

/** A household measure is in words of its own: a cup, two biscuits. */
const isHousehold = ({ group, value }: Place): boolean =>
  group.name === 'ServingSize' && textOf(value, 'type').trim() === 'other'

/** The units of an element, each with the amount it is of. */
function unitsOf(place: Place) {
  const { group, value, at } = place
  const member = group.members.find(({ type }) => type === unitOfMeasure)
  if (member === undefined || isHousehold(place)) return undefined
  const amount = textOf(value, group.elements.has('measure') ? 'measure' : 'text')
  return { member, unit: textOf(value, member.key), amount, at: memberTrail(at, member) }
}

const webAddress = (text: string): boolean => /^https?:\/\/[^\s/?#]/i.test(text) && URL.canParse(text)
const isMedium = (group: Group): boolean => group.elements.get('url')?.type === namedUrl

/**
 * How long texts may be, in characters: what the fields of shelf labels, shop pages and the GS1 data pool (GDSN:
 * trade item description 200, brand 70, ingredients 5000, marketing message 4000) take.
 */
const longest: readonly [group: Group, key: string, most: number][] = [
  [ingestItem, 'ecommerceTitle', 200],
  [ingestItem, 'frontOfPackageText', 5000],
  [ingestItem, 'restOfPackageText', 10_000],
  [ingestPackageData, 'packageType', 200],
  [ingestProduct, 'description', 1000],
  [ingestProduct, 'brandDescription', 70],
  [ingestProduct, 'warnings', 1000],
  [ingestProduct, 'directions', 5000],
  [ingestGrocery, 'ingredients', 5000],
  ...[contentPlus, contentPlusFeedRetailer].flatMap((group): [Group, string, number][] => [
    [group, 'sellCopy', 4000],
    [group, 'bulletPoints', 500],
    [group, 'keywords', 100],
  ]),
  [contentPlusFeedRetailer, 'ecommerceDescription', 4000],
  [contentPlusFeedRetailer, 'longDescription', 10_000],
]
const mostOf = new Map<Group, ReadonlyMap<string, number>>()
for (const [group, key, most] of longest)
  mostOf.set(group, new Map([...(mostOf.get(group) ?? []), [key, most]]))

/** The rules, in the order in which one element is asked. */
export const valueRules: readonly ValueRule[] = [
  {
    code: 'MEASURE_NOT_POSITIVE',
    severity: 'warning',
    message: say`A measure is more than zero. Give the real one, or leave it out.`,
    broken: (_place, texts) =>
      texts.flatMap(({ member, text, at }) =>
        positive.has(member.key) && isNumber(text) && (isNegative(text) || isZero(text))
          ? [
              {
                at,
                message: say`${shown(text)} is no measure: it is more than zero. Give the real one, or leave it out.`,
              },
            ]
          : [],
      ),
  },
  {
    code: 'AMOUNT_NEGATIVE',
    severity: 'warning',
    message: say`An amount is zero or more.`,
    broken: (_place, texts) =>
      texts.flatMap(({ member, text, at }) =>
        !positive.has(member.key) &&
        member.type.kind === 'leaf' &&
        member.type.input === 'decimal' &&
        isNegative(text)
          ? [{ at, message: say`${shown(text)} is less than zero, which no amount is.` }]
          : [],
      ),
  },
  {
    code: 'UNIT_MISSING',
    severity: 'warning',
    message: say`Say what unit a number is in.`,
    broken: (place) => {
      const found = unitsOf(place)
      if (found === undefined || blank(found.amount) || !blank(found.unit)) return []
      return [{ at: found.at, message: say`Say what unit the ${shown(found.amount)} is in.` }]
    },
  },
  {
    code: 'UNIT_UNKNOWN',
    severity: 'warning',
    message: say`Write a unit as its code of UN/ECE Recommendation 20, such as GRM, or by its symbol, such as g.`,
    broken: (place) => {
      const found = unitsOf(place)
      if (found === undefined || blank(found.unit) || unitOf(found.unit) !== undefined) return []
      return [
        {
          at: found.at,
          message: say`${shown(found.unit)} is no unit known here. Write its code, such as ${examples(found.member)}.`,
        },
      ]
    },
  },
  {
    code: 'UNIT_OF_ANOTHER_QUANTITY',
    severity: 'warning',
    message: say`The unit fits what is measured: a weight is in grams, a length in centimetres.`,
    broken: (place) => {
      const found = unitsOf(place)
      const unit = found && unitOf(found.unit)
      if (found === undefined || unit === undefined) return []
      const quantities = quantitiesOf(found.member)
      if (quantities.has(unit.quantity)) return []
      const wanted = [...quantities].map((quantity) => quantityWords[quantity]).join(', ')
      const message = say`${shown(found.unit)} is a unit of ${quantityWords[unit.quantity]}. Give one of ${wanted}, such as ${examples(found.member)}.`
      return [{ at: found.at, message }]
    },
  },
  {
    code: 'COUNTRY_INVALID',
    message: say`Name the country by its code of two letters (ISO 3166-1), such as US.`,
    broken: (_place, texts) =>
      countriesIn(texts).flatMap(({ text, at }) => (/^[A-Za-z]{2}$/.test(text) ? [] : [{ at }])),
  },
  {
    code: 'COUNTRY_UNKNOWN',
    severity: 'warning',
    message: say`The code of a country is one that ISO 3166-1 assigns.`,
    broken: (_place, texts) =>
      countriesIn(texts).flatMap(({ text, at }) =>
        /^[A-Za-z]{2}$/.test(text) && !countryCodes.has(text.toUpperCase())
          ? [{ at, message: say`${text} is the ISO 3166-1 code of no country. Look for a typing error.` }]
          : [],
      ),
  },
  {
    code: 'URL_INVALID',
    message: say`Give the full web address of the file, beginning with https:// or http://.`,
    broken: ({ group, value, at }) =>
      isMedium(group) && !webAddress(textOf(value, 'url').trim()) ? [{ at: trail(at, 'url') }] : [],
  },
  {
    code: 'URL_WITH_SPACE',
    severity: 'warning',
    message: say`A web address has no spaces. Write each as %20.`,
    broken: ({ group, value, at }) => {
      const address = textOf(value, 'url').trim()
      return isMedium(group) && webAddress(address) && /\s/.test(address) ? [{ at: trail(at, 'url') }] : []
    },
  },
  {
    code: 'VIEW_MISSING',
    severity: 'warning',
    message: say`Say what view the medium is, such as A1C1 for the front. Nobody finds it by its side otherwise.`,
    broken: ({ group, value, at }) =>
      group === ingestMedium && blank(textOf(value, 'view')) ? [{ at: trail(at, '@view') }] : [],
  },
  {
    code: 'VIEW_UNKNOWN',
    severity: 'warning',
    message: say`A view code is a letter, a digit for the side, and two more characters, such as A1C1.`,
    broken: (_place, texts) =>
      texts.flatMap(({ member, text, at }) =>
        member.type === viewCode && !blank(text) && !isViewCode(text)
          ? [
              {
                at,
                message: say`${shown(text)} is no view code: that is a letter, a digit for the side, and two more characters, such as A1C1 for the front.`,
              },
            ]
          : [],
      ),
  },
  {
    code: 'TEXT_LONG',
    severity: 'warning',
    message: say`A text is no longer than where it is shown has room: ${longestWords()}.`,
    broken: ({ group }, texts) => {
      const limits = mostOf.get(group)
      if (limits === undefined) return []
      return texts.flatMap(({ member, text, at }) => {
        const most = limits.get(member.key)
        // UTF-16 units are never fewer than characters.
        if (most === undefined || text.length <= most) return []
        const length = [...text].length
        if (length <= most) return []
        return [
          {
            at,
            message: say`${member.label}: ${length} characters; shelf labels and shop pages take ${most}.`,
          },
        ]
      })
    },
  },
]

/** Each group's limits in words, for the reference. */
function longestWords(): string {
  const words = longest.map(([, key, most]) => `${key} ${most}`)
  return [...new Set(words)].join(', ')
}

const countriesIn = (texts: readonly TextPlace[]) =>
  texts
    .filter(({ member, text }) => member.type === country && !blank(text))
    .map(({ text, at }) => ({ text: text.trim(), at }))

/** Where a value, or anything in it, breaks a rule about values; in document order. */
export function* brokenValues(group: Group, value: AnyValue, at: Trail): Generator<BrokenValue> {
  for (const place of elementsIn(group, value, at)) {
    const texts = [...textsIn(place)]
    for (const rule of valueRules) {
      for (const { at: where, message = rule.message } of rule.broken(place, texts))
        yield { rule, at: where, message }
    }
  }
}
