import type { ImportErrorCode } from '../../../../src-shared/import/model.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { unescaped } from './cell-text.ts'
import { type NumberFormat, numberFormat } from './number-format.ts'
import { damaged, openParts, type Parts, tooLarge, type XmlHandler } from './read-part.ts'

/** A table of a workbook. */
export interface Sheet {
  name: string
  isHidden: boolean
  /** Its part of the archive. */
  part: string
}

/** What the cells of all sheets refer to. */
export interface SharedValues {
  strings: string[]
  /** By the number of a cell's style. */
  formats: NumberFormat[]
  /** Dates count from 1904, as in workbooks from old Macintosh computers. */
  isFrom1904: boolean
}

const MiB = 1024 ** 2
/** The most bytes of a part when it is unpacked. */
const mostBytes = { small: 64 * MiB, strings: 512 * MiB }
/** Characters of all texts together: they are in memory while a sheet is read. */
const mostText = 150_000_000
/** Texts that cells share, empty ones included. */
const maxStrings = 4_000_000
const mostSheets = 1000

/** Opens a workbook (ECMA-376, part 1). @throws PlainError when the archive is none */
export async function openWorkbook(path: string): Promise<{
  parts: Parts
  sheets: Sheet[]
  shared(): Promise<SharedValues>
}> {
  const parts = await openParts(path)
  try {
    const main = await mainPart(parts)
    const folder = main.slice(0, main.lastIndexOf('/') + 1)
    const relations = await relationsOf(parts, main)
    const { sheets, isFrom1904 } = await readMain(parts, main, relations)
    const partOf = (ending: string) => relations.find(({ type }) => type.endsWith(ending))?.target
    return {
      parts,
      sheets,
      async shared() {
        const strings = partOf('/sharedStrings') ?? `${folder}sharedStrings.xml`
        const styles = partOf('/styles') ?? `${folder}styles.xml`
        return {
          strings: parts.has(strings) ? await readStrings(parts, strings) : [],
          formats: parts.has(styles) ? await readFormats(parts, styles) : [],
          isFrom1904,
        }
      },
    }
  } catch (error) {
    parts.close()
    throw error
  }
}

async function readWhole(
  parts: Parts,
  name: string,
  handler: XmlHandler,
  most = mostBytes.small,
): Promise<void> {
  for await (const _share of parts.read(name, handler, most)) void _share
}

interface Relation {
  id: string
  type: string
  target: string
  /** As it is written; of a link, its address. */
  address: string
}

/** What a part refers to, with the names of the parts in the archive. */
export async function relationsOf(parts: Parts, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1
  const folder = part.slice(0, at)
  const name = `${folder}_rels/${part.slice(at)}.rels`
  const relations: Relation[] = []
  if (!parts.has(name)) return relations
  await readWhole(parts, name, {
    open(element, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (element === 'Relationship')
        relations.push({ id, type, target: resolved(folder, target), address: target })
    },
  })
  return relations
}

/** The name of a part that another one in `folder` refers to. */
function resolved(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** @throws PlainError that says what the archive is, when it is no workbook */
async function mainPart(parts: Parts): Promise<string> {
  const found = (await relationsOf(parts, '')).find(({ type }) => type.endsWith('/officeDocument'))?.target
  const main = found ?? 'xl/workbook.xml'
  if (parts.has(main) && main.endsWith('.xml') && !main.startsWith('word/') && !main.startsWith('ppt/'))
    return main
  throw new PlainError<ImportErrorCode>(
    'NOT_A_TEXT_FILE',
    say`This file is ${otherKind(parts)}, then import that.`,
  )
}

function otherKind(parts: Parts): string {
  if (parts.has('xl/workbook.bin')) return say`a binary workbook (XLSB). Save it as XLSX or as CSV (UTF-8)`
  if (parts.has('content.xml'))
    return say`a document of LibreOffice. Save a spreadsheet as XLSX or as CSV (UTF-8)`
  if (parts.names().some((name) => /^(?:word|ppt)\//.test(name)))
    return say`a text document or a presentation. Put its table into a spreadsheet`
  return say`a zip archive. Unpack it`
}

async function readMain(
  parts: Parts,
  main: string,
  relations: Relation[],
): Promise<{ sheets: Sheet[]; isFrom1904: boolean }> {
  const sheets: Sheet[] = []
  const relationAt = new Map(relations.map((relation) => [relation.id, relation]))
  let isFrom1904 = false
  await readWhole(parts, main, {
    open(element, attributes) {
      if (element === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (element !== 'sheet' || sheets.length >= mostSheets) return
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
      const relation = id === undefined ? undefined : relationAt.get(id)
      // Sheets of charts and of macros have no cells.
      if (!relation?.type.endsWith('/worksheet')) return
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible'
      sheets.push({ name: unescaped(attributes['name'] ?? ''), isHidden, part: relation.target })
    },
  })
  if (sheets.length === 0) throw damaged(say`it has no sheet`)
  return { sheets, isFrom1904 }
}

async function readStrings(parts: Parts, name: string): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let length = 0
  let isText = false
  let isPhonetic = false
  await readWhole(
    parts,
    name,
    {
      open(element) {
        if (element === 'si') text = ''
        else if (element === 'rPh') isPhonetic = true
        else if (element === 't') isText = !isPhonetic
      },
      text(piece) {
        if (isText) text += piece
      },
      close(element) {
        if (element === 't') isText = false
        else if (element === 'rPh') isPhonetic = false
        else if (element === 'si') {
          length += text.length
          if (strings.length >= maxStrings) throw tooLarge(say`its cells share more than ${maxStrings} texts`)
          if (length > mostText) throw tooLarge(say`its texts have more than ${mostText} characters`)
          strings.push(unescaped(text))
        }
      },
    },
    mostBytes.strings,
  )
  return strings
}

async function readFormats(parts: Parts, name: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isCell = false
  await readWhole(parts, name, {
    open(element, { numFmtId = '0', formatCode }) {
      const id = Number(numFmtId)
      if (element === 'cellXfs') isCell = true
      else if (element === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode)
      else if (element === 'xf' && isCell) formats.push(numberFormat(id, codes.get(id)))
    },
    close(element) {
      if (element === 'cellXfs') isCell = false
    },
  })
  return formats
}
