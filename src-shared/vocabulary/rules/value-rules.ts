/**
 * Rules about single values, wherever in a feed they stand: measures, units, countries, addresses, views, lengths of
 * text. What a value is comes from the description of its element. The specification says little of values, so
 * nearly all of these are warnings.
 */

import { remembering } from '../../remembering.ts'
import { say } from '../../texts/say.ts'
import { countryCodes } from '../../values/countries.ts'
import { quantityWords, unitOf, units } from '../../values/units.ts'
import { isViewCode } from '../../views.ts'
import { contentPlus, contentPlusFeedRetailer } from '../elements/content-plus.ts'
import {
  ingestGrocery,
  ingestItem,
  ingestMedium,
  ingestPackageData,
  ingestProduct,
} from '../elements/ingest.ts'
import { country, namedUrl, unitOfMeasure, viewCode } from '../elements/leaves.ts'
import type { Group, Member } from '../kit/description.ts'
import type { AnyValue } from '../kit/value.ts'
import { shown } from '../kit/xml/refusal.ts'

interface Rule {
  /** Stable word for programs. */
  readonly code: string
  /** Absent: an error. */
  readonly severity?: 'warning'
  readonly message: string
}
/** What is wrong with a text, in words; `true` for the words of the rule. */
export type Fault = string | true | undefined

/** A rule about single texts: of an attribute, of an element itself, or of a child that holds nothing else. */
interface TextRule extends Rule {
  /** The test of the texts of a member; nothing where the rule does not concern it. */
  readonly text: (member: Member, group: Group) => ((text: string) => Fault) | undefined
}

/** A rule about a text beside others of its element. */
interface ElementRule extends Rule {
  /** The member that it is about, and the test of an element; nothing where the rule does not concern it. */
  readonly element: (group: Group) => { member: Member; test: (value: AnyValue) => Fault } | undefined
}

export type ValueRule = TextRule | ElementRule

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
function examples(member: Member): string {
  const quantities = quantitiesOf(member)
  return units
    .filter(({ quantity }) => quantities.has(quantity))
    .slice(0, 3)
    .map(({ code, symbol }) => `${code} (${symbol})`)
    .join(', ')
}

/** A test of the unit of an element beside the amount it is of. */
const ofUnits =
  (test: (unit: string, amount: string, member: Member) => Fault): ElementRule['element'] =>
  (group) => {
    const member = group.members.find(({ type }) => type === unitOfMeasure)
    if (member === undefined) return undefined
    const amount = group.elements.has('measure') ? 'measure' : 'text'
    // A household measure is in words of its own: a cup, two biscuits.
    const isHousehold = (value: AnyValue): boolean =>
      group.name === 'ServingSize' && textOf(value, 'type').trim() === 'other'
    return {
      member,
      test: (value) =>
        isHousehold(value) ? undefined : test(textOf(value, member.key), textOf(value, amount), member),
    }
  }

/** The media of a feed come from a few hosts. */
const isHost = remembering(URL.canParse, { most: 1000, longest: 300 })

export function isWebAddress(text: string): boolean {
  const [host] = /^https?:\/\/[\w.-]+(?::\d+)?/i.exec(text) ?? []
  // Behind a plain host nothing can be wrong.
  const isPlain = host !== undefined && ['', '/', '?', '#'].includes(text.charAt(host.length))
  if (!isPlain) return /^https?:\/\/[^\s/?#]/i.test(text) && URL.canParse(text)
  return isHost(host)
}
/** A test of the address of a medium, without blanks around it. */
const ofAddresses =
  (test: (address: string) => Fault): ElementRule['element'] =>
  (group) => {
    const member = group.elements.get('url')
    return member?.type === namedUrl
      ? { member, test: (value) => test(textOf(value, 'url').trim()) }
      : undefined
  }

const ofCountries =
  (test: (code: string) => Fault): TextRule['text'] =>
  ({ type }) =>
    type === country ? (text) => (blank(text) ? undefined : test(text.trim())) : undefined

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
const maxEntries = new Map<Group, ReadonlyMap<string, number>>()
for (const [group, key, most] of longest)
  maxEntries.set(group, new Map([...(maxEntries.get(group) ?? []), [key, most]]))

/** The rules, in the order in which one element is asked. */
export const valueRules: readonly ValueRule[] = [
  {
    code: 'MEASURE_NOT_POSITIVE',
    severity: 'warning',
    message: say`A measure is more than zero. Give the real one, or leave it out.`,
    text: ({ key }) =>
      positive.has(key)
        ? (text) =>
            (isNegative(text) || isZero(text)) && isNumber(text)
              ? say`${shown(text)} is no measure: it is more than zero. Give the real one, or leave it out.`
              : undefined
        : undefined,
  },
  {
    code: 'AMOUNT_NEGATIVE',
    severity: 'warning',
    message: say`An amount is zero or more.`,
    text: ({ key, type }) =>
      !positive.has(key) && type.kind === 'leaf' && type.input === 'decimal'
        ? (text) =>
            isNegative(text) ? say`${shown(text)} is less than zero, which no amount is.` : undefined
        : undefined,
  },
  {
    code: 'UNIT_MISSING',
    severity: 'warning',
    message: say`Say what unit a number is in.`,
    element: ofUnits((unit, amount) =>
      blank(amount) || !blank(unit) ? undefined : say`Say what unit the ${shown(amount)} is in.`,
    ),
  },
  {
    code: 'UNIT_UNKNOWN',
    severity: 'warning',
    message: say`Write a unit as its code of UN/ECE Recommendation 20, such as GRM, or by its symbol, such as g.`,
    element: ofUnits((unit, _amount, member) =>
      blank(unit) || unitOf(unit) !== undefined
        ? undefined
        : say`${shown(unit)} is no unit known here. Write its code, such as ${examples(member)}.`,
    ),
  },
  {
    code: 'UNIT_OF_ANOTHER_QUANTITY',
    severity: 'warning',
    message: say`The unit fits what is measured: a weight is in grams, a length in centimetres.`,
    element: (group) => {
      const found = ofUnits(() => undefined)(group)
      if (found === undefined) return undefined
      const quantities = quantitiesOf(found.member)
      return ofUnits((unit, _amount, member) => {
        const known = unitOf(unit)
        if (known === undefined || quantities.has(known.quantity)) return undefined
        const wanted = [...quantities].map((quantity) => quantityWords[quantity]).join(', ')
        return say`${shown(unit)} is a unit of ${quantityWords[known.quantity]}. Give one of ${wanted}, such as ${examples(member)}.`
      })(group)
    },
  },
  {
    code: 'COUNTRY_INVALID',
    message: say`Name the country by its code of two letters (ISO 3166-1), such as US.`,
    text: ofCountries((code) => (/^[A-Za-z]{2}$/.test(code) ? undefined : true)),
  },
  {
    code: 'COUNTRY_UNKNOWN',
    severity: 'warning',
    message: say`The code of a country is one that ISO 3166-1 assigns.`,
    text: ofCountries((code) =>
      /^[A-Za-z]{2}$/.test(code) && !countryCodes.has(code.toUpperCase())
        ? say`${code} is the ISO 3166-1 code of no country. Look for a typing error.`
        : undefined,
    ),
  },
  {
    code: 'URL_INVALID',
    message: say`Give the full web address of the file, beginning with https:// or http://.`,
    element: ofAddresses((address) => (isWebAddress(address) ? undefined : true)),
  },
  {
    code: 'URL_WITH_SPACE',
    severity: 'warning',
    message: say`A web address has no spaces. Write each as %20.`,
    element: ofAddresses((address) => (/\s/.test(address) && isWebAddress(address) ? true : undefined)),
  },
  {
    code: 'VIEW_MISSING',
    severity: 'warning',
    message: say`Say what view the medium is, such as A1C1 for the front. Nobody finds it by its side otherwise.`,
    element: (group) => {
      const member = group === ingestMedium ? group.attributes.get('view') : undefined
      return member && { member, test: (value) => (blank(textOf(value, 'view')) ? true : undefined) }
    },
  },
  {
    code: 'VIEW_UNKNOWN',
    severity: 'warning',
    message: say`A view code is a letter, a digit for the side, and two more characters, such as A1C1.`,
    text: ({ type }) =>
      type === viewCode
        ? (text) =>
            blank(text) || isViewCode(text)
              ? undefined
              : say`${shown(text)} is no view code: that is a letter, a digit for the side, and two more characters, such as A1C1 for the front.`
        : undefined,
  },
  {
    code: 'TEXT_LONG',
    severity: 'warning',
    message: say`A text is no longer than where it is shown has room: ${maxWordsLength()}.`,
    text: ({ key, label }, group) => {
      const most = maxEntries.get(group)?.get(key)
      if (most === undefined) return undefined
      return (text) => {
        // UTF-16 units are never fewer than characters.
        if (text.length <= most) return undefined
        const length = [...text].length
        return length <= most
          ? undefined
          : say`${label}: ${length} characters; shelf labels and shop pages take ${most}.`
      }
    },
  },
]

/** Each group's limits in words, for the reference. */
function maxWordsLength(): string {
  const words = longest.map(([, key, most]) => `${key} ${most}`)
  return [...new Set(words)].join(', ')
}
