import type { Problem } from '../../../src-shared/problem.ts'
import { type DocumentLimits, answerLimits as limits } from '../../../src-shared/vocabulary/kit/limits.ts'
import { type Capture, capture, type OwnText, ownTexts, part } from './item-elements.ts'
import type { ScanElement } from './item-scanner-tables.ts'
import { Declined } from './xml-lexis.ts'
import { elementText, plainText } from './xml-text.ts'

export interface Party {
  id: string
  name: string
}
export interface ScannedMedium {
  type: string
  view: string
  mimeType: string
  imageSource: string
  added: string
  description: string
  url: string
}

/** The data that the scanner captures of one item. Texts are as written, with references decoded. */
export interface ScannedItem extends Record<OwnText, string> {
  /** Range of the element in the scanned bytes: from its first `<` to just after its last `>`. */
  start: number
  end: number
  id: string
  status: string
  codes: { type: string; code: string }[]
  /** Of all products, in order. */
  brands: Party[]
  manufacturers: Party[]
  /** Descriptions and category labels. */
  texts: string[]
  /** Identifier, label, and classification scheme. */
  categories: (Party & { scheme: string })[]
  warnings: string[]
  /** Views of the media, as written; scanMedia reads the other data of media. */
  views: string[]
  /** The first limit that the item exceeds: offset in the scanned bytes, and path of the elements. */
  broken?: { limit: keyof DocumentLimits; at: number; path: string }
  /** Part, start and end of each part, ordered by start; offsets are relative to the element. */
  outline: number[]
}

const noTexts = Object.fromEntries(ownTexts.map((name) => [name, ''])) as Record<OwnText, string>

/** Whether the text of an element is captured. */
const isText = (kind: Capture): boolean =>
  kind !== capture.none && kind !== capture.item && kind !== capture.view && kind !== capture.medium

/**
 * Collects items from the scanner's events. Captured elements do not nest, except for the children of a
 * medium.
 */
export class ScanCollector {
  readonly items: ScannedItem[] = []
  /** Media by item index, when complete media are captured; undefined for items without media. */
  readonly media: (ScannedMedium[] | undefined)[] = []
  readonly #bytes: Buffer
  #item: ScannedItem | undefined
  #medium: ScannedMedium | undefined
  #contentStart = 0
  #values: string[] = []
  /** Outline indexes of the open parts. */
  readonly #openParts: number[] = []

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Whether the scanner is inside an item. */
  get isInItem(): boolean {
    return this.#item !== undefined
  }

  /** Records the first limit that the current item exceeds. */
  noteBroken(limit: keyof DocumentLimits, at: number, path: string): void {
    const item = this.#item
    if (item && !item.broken) item.broken = { limit, at, path }
  }

  open(element: ScanElement, start: number, contentStart: number, values: string[]): void {
    if (element.capture === capture.item) {
      this.#openItem(start, values)
    } else if (this.#item && element.part >= 0) {
      const { outline } = this.#item
      this.#openParts.push(outline.length)
      outline.push(element.part, this.#withWhiteSpaceBefore(start) - this.#item.start, 0)
    }
    if (element.capture === capture.view) this.#item?.views.push(values[0] ?? '')
    else if (element.capture === capture.medium) this.#openMedium(values)
    if (!isText(element.capture)) return
    this.#contentStart = contentStart
    this.#values = values
  }

  /** @param lastSpecial offset of the last position in a text that needs decoding */
  close(element: ScanElement, contentEnd: number, end: number, lastSpecial: number): void {
    const item = this.#item
    if (!item) return
    if (element.part >= 0) item.outline[(this.#openParts.pop() as number) + 2] = end - item.start
    if (element.capture === capture.item) {
      item.end = end
      if (end - item.start > limits.itemBytes) this.noteBroken('itemBytes', item.start, '')
      if (this.items.length === limits.items) throw new Declined('too many items', item.start)
      this.items.push(item)
      this.#item = undefined
    } else if (isText(element.capture)) {
      const text = lastSpecial < this.#contentStart ? plainText : elementText
      this.#keep(item, element.capture, text(this.#bytes, this.#contentStart, contentEnd))
    }
  }

  #openItem(start: number, [id = '', status = '']: string[]): void {
    const outline = [part.item, 0, 0]
    this.#openParts.length = 0
    this.#openParts.push(0)
    const empty = {
      codes: [],
      brands: [],
      manufacturers: [],
      texts: [],
      categories: [],
      warnings: [],
      views: [],
    }
    this.#item = {
      start,
      end: 0,
      id: id.trim(),
      status,
      ...noTexts,
      ...empty,
      outline,
    }
  }

  #openMedium([type = '', view = '', mimeType = '', imageSource = '', added = '']: string[]): void {
    this.#medium = { type, view, mimeType, imageSource, added, description: '', url: '' }
    const media = this.media[this.items.length]
    if (media) media.push(this.#medium)
    else this.media[this.items.length] = [this.#medium]
  }

  #keep(item: ScannedItem, kind: Capture, text: string): void {
    if (typeof kind === 'string') {
      item[kind] ||= text.trim()
      return
    }
    switch (kind) {
      case capture.text:
        if (text.trim() !== '') item.texts.push(text.trim())
        break
      case capture.category:
        if (text.trim() !== '') item.texts.push(text.trim())
        item.categories.push({
          id: (this.#values[0] ?? '').trim(),
          name: text.trim(),
          scheme: (this.#values[1] ?? '').trim(),
        })
        break
      case capture.warning:
        if (text.trim() !== '') item.warnings.push(text.trim())
        break
      case capture.code:
        if (text.trim() !== '') item.codes.push({ type: this.#values[0] ?? '', code: text.trim() })
        break
      case capture.brand:
        item.brands.push({ id: (this.#values[0] ?? '').trim(), name: text.trim() })
        break
      case capture.manufacturer:
        item.manufacturers.push({ id: (this.#values[0] ?? '').trim(), name: text.trim() })
        break
      case capture.mediumDescription:
        if (this.#medium) this.#medium.description = text.trim()
        break
      case capture.mediumUrl:
        if (this.#medium) this.#medium.url = text.trim()
        break
    }
  }

  /** A part includes the white space before its element, so that cutting it leaves no empty line. */
  #withWhiteSpaceBefore(start: number): number {
    let from = start
    while (from > 0 && (this.#bytes[from - 1] as number) <= 0x20) from--
    return from
  }
}

/** An item of a response that cannot be stored. */
export interface ItemProblem {
  /** The item's index in the response. */
  index: number
  /** '' if no identifier can be recognized. */
  id: string
  body: Uint8Array
  problem: Problem
}
