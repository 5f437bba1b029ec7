/**
 * A row of the correspondence with GDSN pairs a field of a record with an element of a trade item, and converts both ways.
 * This file has the type of a row and the kinds that several rows share.
 */
import { readDecimal } from '../values/decimal.ts'
import { unitCode } from '../values/units.ts'
import { item } from '../vocabulary/elements/item.ts'
import type { Group } from '../vocabulary/kit/description.ts'
import { keysOfElement, keysOfPath } from '../vocabulary/kit/keys-of-path.ts'
import { addElement, type GdsnElement, type GdsnReading } from './element.ts'

/** What a message says that no record does. */
export interface GdsnContext {
  /** Of texts that say no language of their own. */
  language: string
  /** Where the items are sold: ISO 3166-1, two letters. */
  targetMarket: string
  /** Global Location Number of who sends the message, once a person has given it. */
  informationProvider?: string | undefined
  /** When the item last changed, as ISO 8601 with an offset. */
  lastChange?: string | undefined
}

export interface GdsnRow<R> {
  /** What a person calls it. */
  label: string
  /** Path in the record, without positions. */
  record: string
  /** Path in the message below the trade item, or below the element of the row around this one. */
  gdsn: string
  /** Adds what the record has, as far as a message can carry it. */
  write(record: R, to: GdsnElement, context: GdsnContext): void
  /** Sets the record's field. What is not taken is told as homeless. */
  read(from: GdsnReading, record: R, context: GdsnContext): void
}

/** A text of a record by its path; a value that is only white space is none. */
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
  /** Characters that GDSN has room for. A longer text is not cut: it is not carried, and the report says so. */
  most: number
  /** The element says its language. */
  inLanguage?: boolean
  /** The record's text as the message has it; undefined where the message has no word for it. */
  write?: (text: string) => string | undefined
  read?: (text: string) => string | undefined
}

/** A text here is a text there. Of several languages the record takes its own, else the first. */
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
      const said = text === undefined ? undefined : write(text)
      if (said === undefined || !fits(said, most)) return
      addElement(to, gdsn, said, inLanguage ? { languageCode: language } : {})
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

/** Whether a text says something, and GDSN has room for it. It counts characters, of which some are two in JavaScript. */
export const fits = (text: string, most: number): boolean =>
  text !== '' && (text.length <= most || (text.length <= 2 * most && [...text].length <= most))

export const languageIn = ({ attributes }: GdsnElement): string | undefined =>
  attributes['languageCode']?.trim() || undefined

const isOfLanguage = (element: GdsnElement, language: string): boolean =>
  (languageIn(element) ?? language).split('-')[0] === language.split('-')[0]

/** As many characters as GDSN gives a number. */
const maxNumberLength = 70

/** A number as XML Schema writes it: digits with at most one point. */
export const numberIn = (text: string | undefined): string | undefined => {
  const said = text?.trim() ?? ''
  return said.length <= maxNumberLength && !/e/i.test(said) && readDecimal(said) ? said : undefined
}

/** A measure with its unit of UN/ECE Recommendation 20. */
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
 * The code of a unit: that of the Recommendation for its other spellings (`OZ` is `ONZ`, `g` is `GRM`). Its codes have two
 * or three letters and digits; household measures such as `cup` are words.
 */
export function unitIn(uom: string | undefined): string | undefined {
  const code = unitCode(uom?.trim() ?? '')
  return /^[A-Z0-9]{2,3}$/.test(code) ? code : undefined
}

/** The unit that the attribute of a measure names. */
export const unitOfMeasure = ({ attributes }: GdsnElement): string | undefined =>
  unitIn(attributes['measurementUnitCode'])

export const isMeasure = (element: GdsnElement): boolean =>
  numberIn(element.text) !== undefined && unitOfMeasure(element) !== undefined
