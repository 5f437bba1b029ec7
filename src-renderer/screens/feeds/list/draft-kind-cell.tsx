import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { feedKindWords } from '../../../texts/feed-kinds.ts'
import { TableCell } from '../../../ui/layout/table.tsx'

/** The kind of feed of a draft. */
export function DraftKindCell({ kind }: { kind: FeedKind }) {
  const { icon: Icon, label } = feedKindWords[kind]
  return (
    <TableCell>
      <span className="flex items-center gap-1.5 whitespace-nowrap text-ink-soft">
        <Icon className="size-4 text-ink-faint" aria-hidden />
        {label}
      </span>
    </TableCell>
  )
}
