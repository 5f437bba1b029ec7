import { atItem, recordAndFeed } from '../../src-shared/vocabulary/record-and-feed.ts'

/** A field of a record and its counterpart in a feed, as paths below the item without positions. */
interface TableRow {
  record: string
  feed: string
  byUpdate: boolean
  /** Parts of the field that a feed omits. */
  lacks: string
}

const withoutPositions = (path: string): string => path.replace(/\[\d+\]/g, '')
const code = (path: string): string => `\`${path}\``

/**
 * The rows of the table: every field of a record that a feed carries, except elements whose parts have
 * rows.
 */
function carriedFields(): TableRow[] {
  return recordAndFeed
    .carried(atItem)
    .filter(({ isWhole }) => !isWhole)
    .map(({ record, feed, byUpdate, byIdentifier, without }) => ({
      record: withoutPositions(record),
      feed: withoutPositions(feed),
      byUpdate,
      lacks: [...(byIdentifier ? ['the name'] : []), ...without.map(code)].join(', '),
    }))
}

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * The table in Markdown. Adjacent fields with the same name in record and feed, and no other property,
 * share a row.
 */
export function carriedFieldsInMarkdown(): string {
  const rows: (TableRow & { names: string[]; isPlain: boolean })[] = []
  for (const field of carriedFields()) {
    const isPlain = field.record === field.feed && !field.byUpdate && field.lacks === ''
    const last = rows.at(-1)
    if (isPlain && last?.isPlain && parentOf(last.record) === parentOf(field.record))
      last.names.push(nameOf(field.record))
    else rows.push({ ...field, names: [nameOf(field.record)], isPlain })
  }
  return [
    '| Field of the record | Field of a feed | Update | Not in a feed |',
    '|---|---|---|---|',
    ...rows.map(({ record, feed, names, byUpdate, lacks }) => {
      const fields =
        names.length === 1 ? code(record) : `${code(parentOf(record))}: ${names.map(code).join(', ')}`
      const counterpart = feed === record ? 'the same' : code(feed)
      return `| ${fields} | ${counterpart} | ${byUpdate ? 'yes' : ''} | ${lacks} |`
    }),
  ].join('\n')
}
