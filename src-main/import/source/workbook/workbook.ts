import { workbookLimits as max } from '../../../../src-shared/file-limits.ts'
import type { ImportErrorCode } from '../../../../src-shared/import/model.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { unescaped } from './cell-text.ts'
import { type NumberFormat, numberFormat } from './number-format.ts'
import { damaged, openParts, type Parts, tooLarge, type XmlHandler } from './read-part.ts'

/** A worksheet of a workbook. */
export interface Sheet {
  name: string
  isHidden: boolean
  /** Name of its part in the archive. */
  part: string
}

/** Values that the cells of all sheets refer to. */
export interface SharedValues {
  strings: string[]
  /** By the style index of a cell. */
  formats: NumberFormat[]
  /** Dates count from 1904, as in workbooks from old Macintosh computers. */
  isFrom1904: boolean
}

/** Opens a workbook (ECMA-376, part 1). @throws PlainError if the archive is not a workbook */
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

async function parsePart(
  parts: Parts,
  name: string,
  handler: XmlHandler,
  maxBytes: number = max.partBytes,
): Promise<void> {
  for await (const _share of parts.read(name, handler, maxBytes)) void _share
}

interface Relation {
  id: string
  type: string
  target: string
  /** The target as written; for a link, its address. */
  address: string
}

/** Relationships of a part, with the names of the target parts in the archive. */
export async function relationsOf(parts: Parts, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1
  const folder = part.slice(0, at)
  const name = `${folder}_rels/${part.slice(at)}.rels`
  const relations: Relation[] = []
  if (!parts.has(name)) return relations
  await parsePart(parts, name, {
    open(element, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (element !== 'Relationship') return
      if (relations.length >= max.relations)
        throw tooLarge(say`one of its parts refers to more than ${max.relations} others`)
      relations.push({ id, type, target: resolved(folder, target), address: target })
    },
  })
  return relations
}

/** Resolves the name of a part that a part in `folder` refers to. */
function resolved(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** @throws PlainError that names the kind of archive if it is not a workbook */
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
  if (parts.names().some((name) => /^index(?:\/.*\.iwa|\.zip)$/.test(name)))
    return say`a document of Apple Numbers. Export it from there as XLSX or as CSV (UTF-8)`
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
  await parsePart(parts, main, {
    open(element, attributes) {
      if (element === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (element !== 'sheet') return
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
      const relation = id === undefined ? undefined : relationAt.get(id)
      // Chart sheets and macro sheets have no cells.
      if (!relation?.type.endsWith('/worksheet')) return
      if (sheets.length >= max.sheets) throw tooLarge(say`it has more than ${max.sheets} sheets`)
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
  await parsePart(
    parts,
    name,
    {
      open(element) {
        if (element === 'si') text = ''
        else if (element === 'rPh') isPhonetic = true
        else if (element === 't') isText = !isPhonetic
      },
      text(piece) {
        if (!isText) return
        text += piece
        if (length + text.length > max.textCharacters)
          throw tooLarge(say`its texts have more than ${max.textCharacters} characters`)
      },
      close(element) {
        if (element === 't') isText = false
        else if (element === 'rPh') isPhonetic = false
        else if (element === 'si') {
          length += text.length
          if (strings.length >= max.texts) throw tooLarge(say`its cells share more than ${max.texts} texts`)
          strings.push(unescaped(text))
        }
      },
    },
    max.textBytes,
  )
  return strings
}

async function readFormats(parts: Parts, name: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  /** Each format is parsed once for all cell formats that use it. */
  const read = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isCell = false
  await parsePart(parts, name, {
    open(element, { numFmtId = '0', formatCode }) {
      const id = Number(numFmtId)
      if (element === 'cellXfs') isCell = true
      else if (element === 'numFmt' && formatCode !== undefined) {
        codes.set(id, formatCode)
        if (codes.size > max.numberFormats)
          throw tooLarge(say`it has more than ${max.numberFormats} number formats`)
      } else if (element === 'xf' && isCell) {
        if (formats.length >= max.cellFormats)
          throw tooLarge(say`it has more than ${max.cellFormats} cell formats`)
        const format = read.get(id) ?? numberFormat(id, codes.get(id))
        read.set(id, format)
        formats.push(format)
      }
    },
    close(element) {
      if (element === 'cellXfs') isCell = false
    },
  })
  return formats
}
