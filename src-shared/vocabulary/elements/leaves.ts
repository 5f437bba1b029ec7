/** The text types of the vocabulary. Types with different spellings are separate, even if they look alike. */
import { unitOptions } from '../../values/units.ts'
import { commonViews } from '../../views.ts'
import { leaf, type OtherText, orEmpty } from '../kit/leaf.ts'

/** Removes white space around a code. */
const trimmed = (value: string): string => value.trim()

export const text = leaf('text', { hint: 'text' })
/** Multiline text. */
export const paragraph = leaf('text', { hint: 'text', input: 'paragraph' })
/** An identifier from the service; never parsed as a number. */
export const identifier = leaf('identifier', { hint: 'an identifier', input: 'identifier' })

/** Zero or a positive whole number, in digits. */
export const wholeNumber = leaf('wholeNumber', {
  hint: 'a whole number such as 12',
  pattern: '[0-9]{1,18}',
  input: 'integer',
})
export const wholeNumberOrEmpty = orEmpty(wholeNumber)
/** A decimal, kept as text; never a floating-point number. */
export const decimal = leaf('decimal', {
  hint: 'a number such as 12.5',
  pattern: '[+\\-]?([0-9]{1,30}(\\.[0-9]{0,30})?|\\.[0-9]{1,30})',
  input: 'decimal',
})
export const decimalOrEmpty = orEmpty(decimal)

const yes = /^(y|yes|true|1)$/i
const no = /^(n|no|false|0)$/i
const spelt = (yesText: string, noText: string) => (value: string) =>
  yes.test(value) ? yesText : no.test(value) ? noText : value
export const yesNoOptions = [
  { value: 'Y', label: 'Yes' },
  { value: 'N', label: 'No' },
]

/** A flag of a feed: `Y` or `N`. */
export const yesNo = leaf<'Y' | 'N' | OtherText>('yesNo', {
  hint: 'Y or N',
  values: ['Y', 'N'],
  input: 'flag',
  options: yesNoOptions,
  canonical: spelt('Y', 'N'),
})
/** A flag of a record, which may be empty. */
export const yesNoOrEmpty = orEmpty(yesNo)
/** Whether the measures of a package in a feed are approximate: `Y` or `N`. */
export const yesNoApproximation = leaf<'Y' | 'N' | OtherText>('yesNoApproximation', {
  hint: 'Y (approximate) or N (measured)',
  values: ['Y', 'N'],
  input: 'flag',
  options: [
    { value: 'Y', label: 'Approximate' },
    { value: 'N', label: 'Measured' },
  ],
  canonical: spelt('Y', 'N'),
})
/** A flag of the item record: `true` or `false`. */
export const trueFalse = orEmpty(
  leaf<'true' | 'false' | OtherText>('trueFalse', {
    hint: 'true or false',
    values: ['true', 'false'],
    input: 'flag',
    options: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
    canonical: spelt('true', 'false'),
  }),
)

const monthAndDay =
  '((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))'
/** A time in ISO 8601 with an offset; stored unchanged and compared as an instant. */
export const timestamp = leaf('timestamp', {
  hint: 'a date and time with an offset, such as 2024-05-31T09:30:00+02:00',
  pattern: `[0-9]{4}-${monthAndDay}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.,][0-9]{1,12})?)?(Z|[+\\-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)`,
  input: 'timestamp',
})
export const timestampOrEmpty = orEmpty(timestamp)

/** Normalizes `en_us` and `EN-US` to `en-US`: hyphens, and the case that BCP 47 recommends. */
const languageTag = (value: string): string =>
  /^[a-z]{2}(?:-[A-Z]{2})?$/.test(value) ? value : recommendedTag(value)
const recommendedTag = (value: string): string =>
  value
    .replaceAll('_', '-')
    .split('-')
    .map((part, index) => {
      if (index === 0) return part.toLowerCase()
      if (part.length === 2) return part.toUpperCase()
      return part.length === 4
        ? part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()
        : part.toLowerCase()
    })
    .join('-')
/** A language tag (BCP 47); `en_US` is accepted and `en-US` written. */
export const language = leaf('language', {
  hint: 'a language tag such as en-US',
  pattern: '[A-Za-z]{2,8}([\\-_][A-Za-z0-9]{1,8}){0,20}',
  input: 'language',
  canonical: languageTag,
})

/**
 * A country, ISO 3166-1 alpha-2. The schema accepts any text, as the specification requires; a rule checks
 * the code.
 */
export const country = leaf('country', {
  hint: 'a country code such as US',
  input: 'country',
  canonical: trimmed,
})
/** A web address. The schema accepts any text; a rule checks addresses in feeds. */
export const url = leaf('url', { hint: 'a web address', input: 'url' })
/**
 * A product code, usually a GTIN. The schema accepts any text: codes are stored unchanged, and a rule
 * checks the GTIN.
 */
export const productCodeText = leaf('productCode', { hint: 'a product code', input: 'gtin' })
/** A leaf for a name known to the service: white space around it is removed. */
const named = (type: typeof identifier): typeof identifier => ({ ...type, canonical: trimmed })
export const namedIdentifier = named(identifier)
export const namedProductCode = named(productCodeText)
export const namedUrl = named(url)
/** A GS1 view code; unlisted codes are accepted. */
export const viewCode = leaf('viewCode', {
  hint: 'a view code such as A1C1',
  input: 'view',
  options: commonViews,
  canonical: trimmed,
})
/** A unit of measure, UN/ECE Rec 20; unlisted units are accepted. */
export const unitOfMeasure = leaf('unitOfMeasure', {
  hint: 'a unit code such as GRM',
  input: 'unit',
  options: unitOptions(),
  canonical: trimmed,
})
