/**
 * A GDSN row maps a field of a record to an element of a trade item and converts in both directions. This
 * file has the type of a row and the kinds that several rows share.
 */
import { readDecimal } from '../values/decimal.ts'
import { unitCode } from '../values/units.ts'
import { item } from '../vocabulary/elements/item.ts'
import type { Group } from '../vocabulary/kit/description.ts'
import { keysOfElement, keysOfPath } from '../vocabulary/kit/keys-of-path.ts'
import { addElement, type GdsnElement, type GdsnReading } from './element.ts'

/** Values of a message that no record contains. */
export interface GdsnContext {
  /** Language of texts that do not state one. */
  language: string
  /** Where the items are sold: ISO 3166-1, two letters. */
  targetMarket: string
  /** Global Location Number of the message's sender, if a person has entered it. */
  informationProvider?: string | undefined
  /** When the item last changed, as ISO 8601 with an offset. */
  lastChange?: string | undefined
}

export interface GdsnRow<R> {
  /** The name shown to a person. */
  label: string
  /** Path in the record, without positions. */
  record: string
  /** Path in the message below the trade item, or below the element of the enclosing row. */
  gdsn: string
  /** Writes the value of the record, as far as a message can carry it. */
  write(record: R, to: GdsnElement, context: GdsnContext): void
  /** Sets the record's field. Texts that no row takes are reported as homeless. */
  read(from: GdsnReading, record: R, context: GdsnContext): void
}

/** Accesses a text of a record by its path; white space counts as absent. */
interface Lens {
  get(record: object): string | undefined
  put(record: object, text: string): void
}

type Keys = readonly (string | number)[]

function keysIn(group: Group, path: string): Keys {
  const keys = keysOfPath(group, path) ?? keysOfElement(group, path)
  if (!keys) throw new Error(`A record has no ${path}`)
  return keys
}

export function lensOf(path: string, group: Group = item): Lens {
  const keys = keysIn(group, path)
  return {
    get(record) {
      let at: unknown = record
      for (const key of keys) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
      const text = typeof at === 'string' ? at.trim() : ''
      return text === '' ? undefined : text
    },
    put(record, text) {
      let at: object = record
      for (const [index, key] of keys.entries()) {
        const next = keys[index + 1]
        if (next === undefined) Reflect.set(at, key, text)
        else {
          const there: unknown = Reflect.get(at, key)
          const made =
            typeof there === 'object' && there !== null ? there : typeof next === 'number' ? [] : {}
          Reflect.set(at, key, made)
          at = made
        }
      }
    },
  }
}

interface TextOptions {
  /** Maximum length in GDSN. A longer text is not truncated: it is omitted, and the report lists it. */
  most: number
  /** Whether the element has a language. */
  inLanguage?: boolean
  /** Converts the record's text to that of the message; undefined if the message has no equivalent. */
  write?: (text: string) => string | undefined
  read?: (text: string) => string | undefined
}

/**
 * A row for a text. If a message has several languages, the record's language is read, or else the first
 * one.
 */
export function textRow(
  label: string,
  record: string,
  gdsn: string,
  { most, inLanguage = false, write = (text) => text, read = (text) => text }: TextOptions,
): GdsnRow<object> {
  const lens = lensOf(record)
  return {
    ...{ label, record, gdsn },
    write(value, to, { language }) {
      const text = lens.get(value)
      const written = text === undefined ? undefined : write(text)
      if (written === undefined || !fits(written, most)) return
      addElement(to, gdsn, written, inLanguage ? { languageCode: language } : {})
    },
    read(from, value, { language }) {
      const reads = ({ text }: GdsnElement) => read(text.trim()) !== undefined
      const found =
        from.takeFirst(gdsn, (one) => reads(one) && (!inLanguage || isOfLanguage(one, language))) ??
        from.takeFirst(gdsn, reads)
      const text = found && read(found.text.trim())
      if (text !== undefined) lens.put(value, text)
    },
  }
}

/** Whether a text is not empty and within GDSN's limit, which counts code points, not UTF-16 units. */
export const fits = (text: string, most: number): boolean =>
  text !== '' && (text.length <= most || (text.length <= 2 * most && [...text].length <= most))

export const languageIn = ({ attributes }: GdsnElement): string | undefined =>
  attributes['languageCode']?.trim() || undefined

const isOfLanguage = (element: GdsnElement, language: string): boolean =>
  (languageIn(element) ?? language).split('-')[0] === language.split('-')[0]

/** GDSN's limit for the characters of a number. */
const maxNumberLength = 70

/** Returns a number in XML Schema form (digits with at most one point); undefined for other texts. */
export const numberIn = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim() ?? ''
  return trimmed.length <= maxNumberLength && !/e/i.test(trimmed) && readDecimal(trimmed)
    ? trimmed
    : undefined
}

/** A row for a measure with its unit of UN/ECE Recommendation 20. */
export function measureRow(label: string, record: string, gdsn: string): GdsnRow<object> {
  const measure = lensOf(`${record}/measure`)
  const uom = lensOf(`${record}/uom`)
  return {
    ...{ label, record, gdsn },
    write(value, to) {
      const number = numberIn(measure.get(value))
      const unit = unitIn(uom.get(value))
      if (number !== undefined && unit !== undefined)
        addElement(to, gdsn, number, { measurementUnitCode: unit })
    },
    read(from, value) {
      const found = from.takeFirst(gdsn, isMeasure)
      if (!found) return
      measure.put(value, found.text.trim())
      uom.put(value, unitOfMeasure(found) ?? '')
    },
  }
}

/**
 * The Recommendation 20 code of a unit, also for its other spellings (`OZ` is `ONZ`, `g` is `GRM`);
 * undefined for words such as `cup`. The codes have two or three letters and digits.
 */
export function unitIn(uom: string | undefined): string | undefined {
  const code = unitCode(uom?.trim() ?? '')
  return /^[A-Z0-9]{2,3}$/.test(code) ? code : undefined
}

/** The unit in the attribute of a measure. */
export const unitOfMeasure = ({ attributes }: GdsnElement): string | undefined =>
  unitIn(attributes['measurementUnitCode'])

export const isMeasure = (element: GdsnElement): boolean =>
  numberIn(element.text) !== undefined && unitOfMeasure(element) !== undefined
