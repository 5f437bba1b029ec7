/**
 * The properties of each export format, declared once. The dialog, the command line, the names and media
 * types of files and the table in the reference are derived from them.
 */

export const exportFormats = [
  'csv',
  'xlsx',
  'jsonl',
  'items',
  'jsonld',
  'pictures',
  'pdf',
  'contentplus',
  'gdsn',
  'gdsnreport',
] as const
export type ExportFormat = (typeof exportFormats)[number]

interface FormatDescription {
  /** The name on screen. */
  label: string
  /** The contents of the file, and what it omits. */
  holds: string
  /** Whether this program can import the file. */
  isImportable: boolean
  /** The prefix of the suggested file name. */
  name: string
  ending: string
  mimeType: string
  /** Whether columns can be chosen. */
  hasColumns: boolean
}

const xml = 'application/xml; charset=utf-8'
const csv = 'text/csv; charset=utf-8'

export const formatOf: Readonly<Record<ExportFormat, FormatDescription>> = {
  csv: {
    label: 'Table (CSV)',
    holds: 'One row an item, with the columns you choose, also of nutrition facts. Pictures are not in it.',
    isImportable: true,
    name: 'items',
    ending: 'csv',
    mimeType: csv,
    hasColumns: true,
  },
  xlsx: {
    label: 'Workbook (XLSX)',
    holds:
      'The same table for Excel and LibreOffice. Codes are texts: no zero is lost and no formula is run.',
    isImportable: true,
    name: 'items',
    ending: 'xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    hasColumns: true,
  },
  jsonl: {
    label: 'Records for programs (JSON Lines)',
    holds: 'Each item as one line of JSON, with every field under its name in the specification.',
    isImportable: false,
    name: 'items',
    ending: 'jsonl',
    mimeType: 'application/jsonl; charset=utf-8',
    hasColumns: false,
  },
  items: {
    label: 'Item records (XML)',
    holds: 'Everything that is kept of the items, exactly as the service sent it.',
    isImportable: false,
    name: 'items',
    ending: 'xml',
    mimeType: xml,
    hasColumns: false,
  },
  jsonld: {
    label: 'Products for web sites (schema.org)',
    holds: 'JSON-LD: GTIN, names, brand, nutrition, and pictures by their addresses. No prices.',
    isImportable: false,
    name: 'products',
    ending: 'jsonld',
    mimeType: 'application/ld+json',
    hasColumns: false,
  },
  pictures: {
    label: 'Pictures',
    holds:
      'Those on this computer under their GS1 names, in a zip or a folder, with a list that also names the missing ones.',
    isImportable: false,
    name: 'pictures',
    ending: 'zip',
    mimeType: 'application/zip',
    hasColumns: false,
  },
  pdf: {
    label: 'Catalogue to print (PDF)',
    holds: 'Each item with its front, nutrition label and the fields you choose, on A4 pages.',
    isImportable: false,
    name: 'catalogue',
    ending: 'pdf',
    mimeType: 'application/pdf',
    hasColumns: true,
  },
  contentplus: {
    label: 'Retailer content (Content+ feed)',
    holds: 'The texts and media for single retailers, as a feed that a service accepts unchanged.',
    isImportable: false,
    name: 'content-plus',
    ending: 'xml',
    mimeType: xml,
    hasColumns: false,
  },
  gdsn: {
    label: 'GDSN message (XML)',
    holds: 'A GS1 Catalogue Item Notification (3.1) with the fields that correspond, for a data pool.',
    isImportable: true,
    name: 'gdsn',
    ending: 'xml',
    mimeType: xml,
    hasColumns: false,
  },
  gdsnreport: {
    label: 'What GDSN leaves out (CSV)',
    holds:
      'Each value of the items that a GDSN message has no place for, and the required values that they lack.',
    isImportable: false,
    name: 'gdsn-left-out',
    ending: 'csv',
    mimeType: csv,
    hasColumns: false,
  },
}

/** The formats as a table in Markdown. */
export const formatsInMarkdown = (): string =>
  [
    '| `--format` | File | Holds | Imported again |',
    '|---|---|---|---|',
    ...exportFormats.map((format) => {
      const { label, ending, holds, isImportable } = formatOf[format]
      return `| \`${format}\` | ${label}, \`.${ending}\` | ${holds} | ${isImportable ? 'yes' : 'no'} |`
    }),
  ].join('\n')
