/**
 * Draws the items of a catalogue on A4 pages: picture on the left, texts in the middle, nutrition labels on
 * the right.
 */
import type { PrintedLabel } from '../../../src-shared/nutrition/printed-label.ts'

/** An item of a printed catalogue. */
export interface PrintedItem {
  id: string
  code: string
  name: string
  /** Heading and text of the chosen columns, without empty ones. */
  facts: [heading: string, text: string][]
  labels: PrintedLabel[]
  /** JPEG; absent if the picture is not on this computer. */
  picture?: Uint8Array
}

export const page = { size: 'A4', margin: 40, width: 515.28, bottom: 801 } as const
const pictureSide = 118
const labelWidth = 172
const gap = 14
const textLeft = page.margin + pictureSide + gap
const ink = '#1a1a1a'
const soft = '#555555'
const line = '#bbbbbb'

export type Weight = 'regular' | 'bold'
/**
 * A document, and a function that sets its font and remembers it, so that the footer of a new page can
 * restore it.
 */
export interface Pen {
  doc: PDFKit.PDFDocument
  style(weight: Weight, size: number, color?: string): PDFKit.PDFDocument
}

export function drawItem({ doc, style }: Pen, item: PrintedItem): void {
  const labelled = item.labels.length > 0
  const textWidth = page.width - pictureSide - gap - (labelled ? labelWidth + gap : 0)
  const heights = [
    pictureSide,
    item.labels.reduce((sum, label) => sum + labelHeight(label), 0),
    textHeight({ doc, style }, item, textWidth),
  ]
  const needed = Math.max(...heights)
  const room = page.bottom - page.margin
  if (doc.y + Math.min(needed, room) > page.bottom) doc.addPage()
  const top = doc.y
  drawPicture({ doc, style }, item, top)
  // Texts that do not fit continue on the next page; the other column stays where it started.
  const startPage = doc.page
  let labelEnd = top
  for (const label of item.labels) {
    if (labelEnd > top && labelEnd + labelHeight(label) > page.bottom) {
      style('regular', 7, soft).text('Further labels are in the record.', labelLeft, labelEnd, {
        width: labelWidth,
        lineBreak: false,
      })
      labelEnd += 10
      break
    }
    labelEnd = drawLabel({ doc, style }, label, labelEnd)
  }
  style('bold', 11, ink).text(item.name || '(no name)', textLeft, top, { width: textWidth })
  style('regular', 8, soft).text(item.code || `Item ${item.id}`, textLeft, doc.y + 1, { width: textWidth })
  doc.y += 3
  for (const [heading, text] of item.facts) {
    style('bold', 8, soft).text(`${heading}  `, textLeft, doc.y, { width: textWidth, continued: true })
    style('regular', 8, ink).text(text)
    doc.y += 2
  }
  const end = doc.page === startPage ? Math.max(doc.y, top + pictureSide, labelEnd) : doc.y
  if (end + 16 > page.bottom) {
    doc.y = page.bottom
    return
  }
  doc
    .moveTo(page.margin, end + 8)
    .lineTo(page.margin + page.width, end + 8)
    .lineWidth(0.5)
    .stroke(line)
  doc.y = end + 16
}

const labelLeft = page.margin + page.width - labelWidth

function textHeight({ doc, style }: Pen, { name, facts }: PrintedItem, width: number): number {
  let height = style('bold', 11).heightOfString(name || ' ', { width }) + 14
  style('regular', 8)
  for (const [heading, text] of facts) height += doc.heightOfString(`${heading}   ${text}`, { width }) + 2
  return height
}

function drawPicture({ doc, style }: Pen, { picture }: PrintedItem, top: number): void {
  if (picture) {
    try {
      doc.image(Buffer.from(picture), page.margin, top, { fit: [pictureSide, pictureSide] })
      return
    } catch {
      // An invalid picture is omitted; the catalogue continues.
    }
  }
  doc.rect(page.margin, top, pictureSide, pictureSide).lineWidth(0.5).stroke(line)
  style('regular', 7, soft).text('No picture on this computer', page.margin, top + pictureSide / 2 - 4, {
    width: pictureSide,
    align: 'center',
  })
}

const lineHeight = 9.6
const labelHeight = ({ remarks, lines, footnote }: PrintedLabel): number =>
  24 + remarks.length * lineHeight + (lines.length + 1) * lineHeight + (footnote ? lineHeight : 0) + 8

/** Draws a framed table. @returns the y coordinate below it */
function drawLabel({ doc, style }: Pen, label: PrintedLabel, top: number): number {
  const left = labelLeft + 5
  const width = labelWidth - 10
  const cellWidth = (width * 0.56) / label.columns.length
  const nameWidth = width - cellWidth * label.columns.length
  // A single line, truncated with an ellipsis at the end of its cell, so that the label keeps its layout.
  const put = (text: string, x: number, y: number, room: number, align: 'left' | 'right' = 'left') =>
    doc.text(text, x, y, { width: room, height: 8, ellipsis: true, align })
  let y = top + 4
  style('bold', 11, ink).text(label.title, left, y, { width, height: 12, ellipsis: true })
  y += 15
  for (const remark of label.remarks) {
    style('regular', 7, ink)
    put(remark, left, y, width)
    y += lineHeight
  }
  style('bold', 6.5, soft)
  label.columns.forEach((words, index) => {
    put(words, left + nameWidth + index * cellWidth, y, cellWidth, 'right')
  })
  y += lineHeight
  for (const { label: name, cells, part } of label.lines) {
    doc
      .moveTo(left, y - 1.5)
      .lineTo(left + width, y - 1.5)
      .lineWidth(0.25)
      .stroke(line)
    style(part ? 'regular' : 'bold', 7, ink)
    put(name, left + (part ? 6 : 0), y, nameWidth - (part ? 6 : 0))
    style('regular', 7, ink)
    cells.forEach((cell, index) => {
      if (cell) put(cell, left + nameWidth + index * cellWidth, y, cellWidth, 'right')
    })
    y += lineHeight
  }
  if (label.footnote) {
    style('regular', 6, soft)
    put(label.footnote, left, y, width)
    y += lineHeight
  }
  doc
    .rect(labelLeft, top, labelWidth, y - top + 2)
    .lineWidth(0.75)
    .stroke(ink)
  return y + 8
}
