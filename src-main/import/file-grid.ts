import { type DraftColumn, draftColumns } from '../../src-shared/feeds/draft/columns.ts'
import type { GridLayout } from '../../src-shared/feeds/draft/grid-layout.ts'
import { type FeedKind, kinds } from '../../src-shared/feeds/kinds/kinds.ts'
import { dimensionsPath, gtinPath, sidePaths } from './columns/import-fields.ts'
import type { RowPlan } from './rows/import-mapper.ts'

/** The grid columns for the columns of a file, in the order of the file. */
export function gridOfFile(kind: FeedKind, { mapping, seen }: Pick<RowPlan, 'mapping' | 'seen'>): GridLayout {
  const { changes } = kinds[kind]
  const possible = draftColumns(kind).filter(
    ({ path }) => path === gtinPath || (changes?.includes(path.split('/')[0] ?? '') ?? true),
  )
  const paths = seen
    .flatMap((name) => mapping[name] ?? [])
    .flatMap((path) => (path === dimensionsPath ? sidePaths : [path]))
  const columns = paths.flatMap((path) => possible.filter((column) => isOf(column, path)))
  return { columns: [...new Set(columns.map(({ column }) => column))], widths: {}, frozen: 1 }
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
