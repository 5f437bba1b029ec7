import { type DraftColumn, draftColumns } from '../../src-shared/feeds/draft/columns.ts'
import type { GridLayout } from '../../src-shared/feeds/draft/grid-layout.ts'
import { type FeedKind, kinds } from '../../src-shared/feeds/kinds/kinds.ts'
import { dimensionsPath, gtinPath, namePath, sidePaths } from './columns/import-fields.ts'
import type { RowPlan } from './rows/import-mapper.ts'

/** Fields that an import fills if the file lacks them: with a default, or with the name of the item. */
const filledByImport: ReadonlySet<string> = new Set(['@type', 'products/product/description'])

/**
 * The grid columns for the columns of a file, in the order of the file. New items need values that the file may
 * lack: the columns of these fields follow those of the GTIN and the name.
 */
export function gridOfFile(kind: FeedKind, { mapping, seen }: Pick<RowPlan, 'mapping' | 'seen'>): GridLayout {
  const { changes, ifPresent, ruledFields } = kinds[kind]
  const possible = draftColumns(kind).filter(
    ({ path }) => path === gtinPath || (changes?.includes(path.split('/')[0] ?? '') ?? true),
  )
  const paths = seen
    .flatMap((name) => mapping[name] ?? [])
    .flatMap((path) => (path === dimensionsPath ? sidePaths : [path]))
  const ofFile = paths.flatMap((path) => possible.filter((column) => isOf(column, path)))
  const needed = ifPresent === 'refused' ? ruledFields.filter((path) => !filledByImport.has(path)) : []
  const missing = possible.filter((column) => needed.includes(column.path) && !ofFile.includes(column))
  const isIdentity = ({ path }: DraftColumn) => path === gtinPath || path === namePath
  const all = [...ofFile.filter(isIdentity), ...missing, ...ofFile]
  return { columns: [...new Set(all.map(({ column }) => column))], widths: {}, frozen: 1 }
}

/** Whether a grid column shows the field at a path: the field itself or, for a group, its elements. */
const isOf = ({ path }: DraftColumn, fieldPath: string): boolean =>
  path === fieldPath ||
  (path.startsWith(`${fieldPath}/`) &&
    !path
      .slice(fieldPath.length + 1)
      .split('/')
      .at(-1)
      ?.startsWith('@'))
