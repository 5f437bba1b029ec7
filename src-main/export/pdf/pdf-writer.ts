/**
 * Writes catalogues in a separate thread, because the layout of a page takes some milliseconds. A catalogue
 * is started, receives a few items at a time, and is ended; each call returns the bytes that are ready.
 */
import type { ExportErrorCode } from '../../../src-shared/export/model.ts'
import { printLimits as max } from '../../../src-shared/file-limits.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { defineThreadFunctions } from '../../storage/index.ts'
import { drawItem, type Pen, type PrintedItem, page, type Weight } from './pdf-page.ts'
import { type CharacterCheck, createCharacterCheck } from './unsupported-characters.ts'

export interface PdfFonts {
  regular: Uint8Array
  bold: Uint8Array
}

interface Catalogue {
  pen: Pen
  signs: CharacterCheck
  written: () => Uint8Array
}
const open = new Map<string, Catalogue>()

/**
 * Starts a catalogue. The last page lists items with characters that DejaVu Sans Condensed lacks or lays out
 * in the wrong order.
 */
async function begin(id: string, fonts: PdfFonts, title: string, date: number): Promise<void> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: page.size,
    margin: page.margin,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    info: { Title: title, Creator: 'Catalog Desk', CreationDate: new Date(date) },
  })
  const written = takeWritten(doc)
  doc.registerFont('regular', Buffer.from(fonts.regular))
  doc.registerFont('bold', Buffer.from(fonts.bold))
  let last: [Weight, number, string] = ['regular', 8, '#000000']
  const style: Pen['style'] = (weight, size, color = last[2]) => {
    last = [weight, size, color]
    return doc.font(weight).fontSize(size).fillColor(color)
  }
  let pages = 0
  let before: PDFKit.PDFPage | undefined
  doc.on('pageAdded', () => {
    pages += 1
    if (before) forget(doc, before, pages)
    before = doc.page
    const { x, y } = doc
    const [weight, size, color] = last
    const { margins } = doc.page
    const { bottom } = margins
    // Below the margin, a text would start a new page.
    margins.bottom = 0
    doc.font('regular').fontSize(7).fillColor('#555555')
    const footer = { width: page.width, lineBreak: false } as const
    doc.text(title, page.margin, 812, footer)
    doc.text(String(pages), page.margin + page.width - doc.widthOfString(String(pages)), 812, {
      lineBreak: false,
    })
    margins.bottom = bottom
    doc.font(weight).fontSize(size).fillColor(color)
    doc.x = x
    doc.y = y
  })
  doc.addPage()
  style('regular', 8)
  const signs = createCharacterCheck(doc)
  open.set(id, { pen: { doc, style }, signs, written })
}

/** Number of pages after which cached word layouts are dropped. Words of labels recur on each page. */
const pagesOfWords = 100

/**
 * Frees memory that pdfkit keeps for pages already written and for each word ever laid out; for a large
 * catalogue it would fill the memory. The list of pages needs only the number of a page.
 */
function forget(doc: PDFKit.PDFDocument, { dictionary }: PDFKit.PDFPage, pages: number): void {
  const { _fontFamilies: fonts } = doc as unknown as KeptByPdfkit
  ;(dictionary as { data: object }).data = {}
  if (pages % pagesOfWords === 0)
    for (const font of Object.values(fonts)) font.layoutCache = Object.create(null)
}

/** Members of a pdfkit document that grow with it. */
interface KeptByPdfkit {
  _fontFamilies: Record<string, { layoutCache: object }>
}

function add(id: string, items: PrintedItem[]): Uint8Array {
  const { pen, signs, written } = find(id)
  for (const item of items) drawItem(pen, signs.checked(item))
  return written()
}

/**
 * The rest of the file, the number of items with characters that are not shown correctly, and the number of
 * items with truncated texts.
 */
function end(id: string): { bytes: Uint8Array; unshown: number; cut: number } {
  const { pen, signs, written } = find(id)
  const { doc, style } = pen
  if (signs.items() + signs.cutItems() > 0) {
    doc.addPage()
    style('bold', 12, '#1a1a1a').text('What is not shown', page.margin, page.margin)
    style('regular', 8).text(
      `The font of this file has Latin, Greek, Cyrillic, Armenian and Georgian letters. Signs of other scripts are shown as empty boxes, and scripts that run from right to left may be in the wrong order. Of a name ${max.name.toLocaleString('en-US')} letters are printed, of another text ${max.text.toLocaleString('en-US')}. These items have such signs or texts; their records are unchanged.`,
    )
    doc.moveDown()
    for (const words of signs.words()) doc.text(words, { width: page.width })
  }
  doc.end()
  open.delete(id)
  return { bytes: written(), unshown: signs.items(), cut: signs.cutItems() }
}

const find = (id: string): Catalogue => {
  const found = open.get(id)
  if (found) return found
  throw new PlainError<ExportErrorCode>(
    'EXPORT_NOT_FOUND',
    say`The download was idle for too long. Start the export again.`,
  )
}

/**
 * Returns a function that takes the bytes written since its last call. The document compresses synchronously,
 * so there is nothing to wait for. At the end, a document writes millions of short pieces, each of which
 * would cost its stream a kilobyte.
 */
function takeWritten(doc: PDFKit.PDFDocument): () => Uint8Array {
  let room: Uint8Array = new Uint8Array(1 << 16)
  let length = 0
  const put = (piece: Uint8Array | null): boolean => {
    if (piece === null) return false
    if (length + piece.length > room.length) {
      const larger = new Uint8Array(Math.max(2 * room.length, length + piece.length))
      larger.set(room.subarray(0, length))
      room = larger
    }
    room.set(piece, length)
    length += piece.length
    return true
  }
  put(doc.read() as Uint8Array | null)
  doc.push = put
  return () => {
    const bytes = room.slice(0, length)
    length = 0
    return bytes
  }
}

export const pdfFunctions = {
  begin,
  add,
  end,
  /** Keeps the thread alive, which ends after some time without calls. */
  touch: (): void => {},
  drop: (id: string): void => void open.delete(id),
}
export const pdfWriter = defineThreadFunctions('export/pdf', pdfFunctions)
