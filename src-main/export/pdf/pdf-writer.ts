/**
 * Writes catalogues in a thread of their own: to lay out a page takes some milliseconds. A catalogue is begun, given items
 * a few at a time, and ended; each call answers the bytes that are ready.
 */
import type { ExportErrorCode } from '../../../src-shared/export/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { defineApart } from '../../storage/index.ts'
import { drawItem, type Pen, type PrintedItem, page, type Weight } from './pdf-page.ts'
import { createSignCheck, type SignCheck } from './unshown-signs.ts'

export interface PdfFonts {
  regular: Uint8Array
  bold: Uint8Array
}

interface Catalogue {
  pen: Pen
  signs: SignCheck
}
const open = new Map<string, Catalogue>()

/** DejaVu Sans Condensed has these scripts; of others, and of what it lays out in the wrong order, the last page tells. */
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
  doc.registerFont('regular', Buffer.from(fonts.regular))
  doc.registerFont('bold', Buffer.from(fonts.bold))
  let last: [Weight, number, string] = ['regular', 8, '#000000']
  const style: Pen['style'] = (weight, size, color = last[2]) => {
    last = [weight, size, color]
    return doc.font(weight).fontSize(size).fillColor(color)
  }
  let pages = 0
  doc.on('pageAdded', () => {
    pages += 1
    const { x, y } = doc
    const [weight, size, color] = last
    const { margins } = doc.page
    const { bottom } = margins
    // Below the margin, a text would begin a new page.
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
  const signs = createSignCheck(doc)
  open.set(id, { pen: { doc, style }, signs })
}

function add(id: string, items: PrintedItem[]): Uint8Array {
  const { pen, signs } = find(id)
  for (const item of items) drawItem(pen, signs.noted(item))
  return ready(pen.doc)
}

/** The rest of the file, and how many items have signs that are not shown as they should be. */
function end(id: string): { bytes: Uint8Array; unshown: number } {
  const { pen, signs } = find(id)
  const { doc, style } = pen
  if (signs.items() > 0) {
    doc.addPage()
    style('bold', 12, '#1a1a1a').text('Signs that are not shown', page.margin, page.margin)
    style('regular', 8).text(
      `The font of this file has Latin, Greek, Cyrillic, Armenian and Georgian letters. Signs of other scripts are shown as empty boxes, and scripts that run from right to left may be in the wrong order. These items have such signs; their records are unchanged.`,
    )
    doc.moveDown()
    for (const words of signs.words()) doc.text(words, { width: page.width })
  }
  doc.end()
  open.delete(id)
  return { bytes: ready(doc), unshown: signs.items() }
}

const find = (id: string): Catalogue => {
  const found = open.get(id)
  if (found) return found
  throw new PlainError<ExportErrorCode>(
    'EXPORT_NOT_FOUND',
    say`The file was not taken for too long. Start the export again.`,
  )
}

/** Takes what the document has written so far; it compresses as it goes, so there is nothing to wait for. */
function ready(doc: PDFKit.PDFDocument): Uint8Array {
  const parts: Buffer[] = []
  for (let part = doc.read(); part !== null; part = doc.read())
    parts.push(typeof part === 'string' ? Buffer.from(part) : part)
  return Uint8Array.from(Buffer.concat(parts))
}

export const pdfFunctions = {
  begin,
  add,
  end,
  /** Keeps the thread, which ends after a while without calls. */
  touch: (): void => {},
  drop: (id: string): void => void open.delete(id),
}
export const pdfWriter = defineApart('pdf', pdfFunctions)
