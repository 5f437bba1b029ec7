import { cellOf, type DraftColumn, draftColumns } from '../../../../../src-shared/feeds/draft/columns.ts'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'
import type { Problem } from '../../../../../src-shared/problem.ts'

/** A required value of an item. It is filled if any of `columns` is filled. */
interface RequiredField {
  section: string
  columns: readonly DraftColumn[]
}

/** A brand can be given by identifier or by description. */
const alternatives: Record<string, readonly string[]> = {
  'products/product/brandId': ['products/product/brandDescription'],
}

function requiredFields(kind: FeedKind): RequiredField[] {
  const columns = draftColumns(kind)
  return kinds[kind].requiredFields.flatMap((path) => {
    const column = columns.find((one) => one.path === path)
    if (!column) return []
    const others = columns.filter((one) => alternatives[path]?.includes(one.path))
    return [{ section: column.section, columns: [column, ...others] }]
  })
}

export interface Progress {
  filled: number
  required: number
}

/** Filled and required fields of an item, for each section with required fields. */
export function progressOf(kind: FeedKind, value: PayloadItem): Map<string, Progress> {
  const sections = new Map<string, Progress>()
  for (const { section, columns } of requiredFields(kind)) {
    const progress = sections.get(section) ?? { filled: 0, required: 0 }
    const isFilled = columns.some(({ column }) => (cellOf(value, column) ?? '').trim() !== '')
    sections.set(section, {
      filled: progress.filled + (isFilled ? 1 : 0),
      required: progress.required + 1,
    })
  }
  return sections
}

/** Number of empty required fields. */
export const countMissing = (progress: ReadonlyMap<string, Progress>): number =>
  [...progress.values()].reduce((sum, { filled, required }) => sum + required - filled, 0)

/** Whether an item has no values except the types that a new item has. */
export const isUntouched = (kind: FeedKind, value: PayloadItem): boolean =>
  draftColumns(kind).every(
    ({ column, path }) => path.endsWith('@type') || (cellOf(value, column) ?? '').trim() === '',
  )

/** Whether a problem only reports a missing value. */
export const isMissingValue = ({ code }: Pick<Problem, 'code'>): boolean =>
  code === 'missing' || code.endsWith('_REQUIRED')
