/**
 * Rules about single values, anywhere in a feed: measures, units, countries, addresses, views, text
 * lengths. The kind of a value is known from the description of its element. The specification says little
 * about values, so nearly all rules are warnings.
 */

import { memoized } from '../../memoized.ts'
import { say } from '../../texts/say.ts'
import { countryCodes } from '../../values/countries.ts'
import { isLanguageTag } from '../../values/read-language.ts'
import { quantitiesOfUnits, quantityWords, unitOf, units } from '../../values/units.ts'
import { isViewCode } from '../../views.ts'
import { contentPlus, contentPlusFeedRetailer } from '../elements/content-plus.ts'
import {
  ingestGrocery,
  ingestItem,
  ingestMedium,
  ingestPackageData,
  ingestProduct,
} from '../elements/ingest.ts'
import { country, language, namedUrl, unitOfMeasure, viewCode } from '../elements/leaves.ts'
import type { Group, Member } from '../kit/description.ts'
import type { AnyValue } from '../kit/value.ts'
import { shown } from '../kit/xml/refusal.ts'

interface Rule {
  /** Stable code for programs. */
  readonly code: string
  /** Absent: an error. */
  readonly severity?: 'warning'
  readonly message: string
}
/** The message for a faulty text; `true` for the message of the rule. */
export type Fault = string | true | undefined

/** A rule about a single text: of an attribute, of an element, or of a child that contains only text. */
interface TextRule extends Rule {
  /** The test for the texts of a member; undefined if the rule does not apply to it. */
  readonly text: (member: Member, group: Group) => ((text: string) => Fault) | undefined
}

/** A rule about a text that depends on other members of its element. */
interface ElementRule extends Rule {
  /**
   * The member that the rule is about, and the test of an element; undefined if the rule does not apply to
   * it.
   */
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

/** Members with numbers that must be greater than zero. */
const positive = new Set(['measure', 'unitsInPackage', 'numberOfServings'])

/** The quantities that a unit may have, from the units offered for its field. */
function quantitiesOf({ options, type }: Member) {
  const offered = options ?? (type.kind === 'leaf' ? type.options : undefined)
  return quantitiesOfUnits(offered?.map(({ value }) => value) ?? [])
}

/** The first units offered for a field. */
function examples(member: Member): string {
  const quantities = quantitiesOf(member)
  return units
    .filter(({ quantity }) => quantities.has(quantity))
    .slice(0, 3)
    .map(({ code, symbol }) => `${code} (${symbol})`)
    .join(', ')
}

/** Creates a test of the unit of an element together with its amount. */
const ofUnits =
  (test: (unit: string, amount: string, member: Member) => Fault): ElementRule['element'] =>
  (group) => {
    const member = group.members.find(({ type }) => type === unitOfMeasure)
    if (member === undefined) return undefined
    const amount = group.elements.has('measure') ? 'measure' : 'text'
    // A household measure has units in words: a cup, two biscuits.
    const isHousehold = (value: AnyValue): boolean =>
      group.name === 'ServingSize' && textOf(value, 'type').trim() === 'other'
    return {
      member,
      test: (value) =>
        isHousehold(value) ? undefined : test(textOf(value, member.key), textOf(value, amount), member),
    }
  }

/** Caches hosts, because the media of a feed come from a few hosts. */
const isHost = memoized(URL.canParse, { maxEntries: 1000, maxLength: 300 })

export function isWebAddress(text: string): boolean {
  const [host] = /^https?:\/\/[\w.-]+(?::\d+)?/i.exec(text) ?? []
  // Fast path: a URL that is valid if its plain host is.
  const isPlain = host !== undefined && ['', '/', '?', '#'].includes(text.charAt(host.length))
  if (!isPlain) return /^https?:\/\/[^\s/?#]/i.test(text) && URL.canParse(text)
  return isHost(host)
}
/** Creates a test of the trimmed address of a medium. */
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
 * Maximum lengths of texts, in characters, from the fields of shelf labels, shop pages and the GS1 data
 * pool (GDSN: trade item description 200, brand 70, ingredients 5000, marketing message 4000).
 */
const maxLengths: readonly [group: Group, key: string, most: number][] = [
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
const maxLengthsByGroup = new Map<Group, ReadonlyMap<string, number>>()
for (const [group, key, most] of maxLengths)
  maxLengthsByGroup.set(group, new Map([...(maxLengthsByGroup.get(group) ?? []), [key, most]]))

/** The rules, in the order in which they are checked for one element. */
export const valueRules: readonly ValueRule[] = [
  {
    code: 'MEASURE_NOT_POSITIVE',
    severity: 'warning',
    message: say`A measure must be greater than zero. Enter the real one, or leave it out.`,
    text: ({ key }) =>
      positive.has(key)
        ? (text) =>
            (isNegative(text) || isZero(text)) && isNumber(text)
              ? say`${shown(text)} is not a measure: a measure must be greater than zero. Enter the real one, or leave it out.`
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
            isNegative(text) ? say`${shown(text)} is negative. An amount cannot be negative.` : undefined
        : undefined,
  },
  {
    code: 'UNIT_MISSING',
    severity: 'warning',
    message: say`Enter the unit of the number.`,
    element: ofUnits((unit, amount) =>
      blank(amount) || !blank(unit) ? undefined : say`Enter the unit of ${shown(amount)}.`,
    ),
  },
  {
    code: 'UNIT_UNKNOWN',
    severity: 'warning',
    message: say`Write a unit as its code of UN/ECE Recommendation 20, such as GRM, or by its symbol, such as g.`,
    element: ofUnits((unit, _amount, member) =>
      blank(unit) || unitOf(unit) !== undefined
        ? undefined
        : say`${shown(unit)} is not a known unit. Enter the code of the unit, such as ${examples(member)}.`,
    ),
  },
  {
    code: 'UNIT_OF_ANOTHER_QUANTITY',
    severity: 'warning',
    message: say`The unit must fit what is measured, such as grams for a weight and centimetres for a length.`,
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
    message: say`Enter the country as its code of two letters (ISO 3166-1), such as US.`,
    text: ofCountries((code) => (/^[A-Za-z]{2}$/.test(code) ? undefined : true)),
  },
  {
    code: 'COUNTRY_UNKNOWN',
    severity: 'warning',
    message: say`A country code must be one that ISO 3166-1 assigns.`,
    text: ofCountries((code) =>
      /^[A-Za-z]{2}$/.test(code) && !countryCodes.has(code.toUpperCase())
        ? say`${code} is not an ISO 3166-1 country code. Check for a typing error.`
        : undefined,
    ),
  },
  {
    code: 'LANGUAGE_UNKNOWN',
    severity: 'warning',
    message: say`Name the language by its tag (BCP 47), such as en or en-US.`,
    text: ({ type }) =>
      type === language
        ? (tag) =>
            blank(tag) || isLanguageTag(tag)
              ? undefined
              : say`${shown(tag)} is not the tag of a language. Name it by its tag, such as en or en-US.`
        : undefined,
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
    message: say`Enter the view of the medium, such as A1C1 for the front. Without a view it cannot be found by its side.`,
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
              : say`${shown(text)} is not a view code. A view code is a letter, a digit for the side, and two more characters, such as A1C1 for the front.`
        : undefined,
  },
  {
    code: 'TEXT_LONG',
    severity: 'warning',
    message: say`Maximum lengths of texts: ${maxWordsLength()}.`,
    text: ({ key, label }, group) => {
      const most = maxLengthsByGroup.get(group)?.get(key)
      if (most === undefined) return undefined
      return (text) => {
        // The length in UTF-16 units is never smaller than in characters.
        if (text.length <= most) return undefined
        const length = [...text].length
        return length <= most
          ? undefined
          : say`${label}: ${length} characters; shelf labels and shop pages take ${most}.`
      }
    },
  },
]

/** All limits in words, for the reference. */
function maxWordsLength(): string {
  const words = maxLengths.map(([, key, most]) => `${key} ${most}`)
  return [...new Set(words)].join(', ')
}
