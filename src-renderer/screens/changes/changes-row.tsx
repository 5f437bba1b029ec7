import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { differenceKey } from '../../../src-shared/history/diff.ts'
import type { ChangedItem } from '../../../src-shared/history/model.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { TableCell, TableRow } from '../../ui/table.tsx'
import { dateAndTime } from '../../ui/words.ts'
import { useDifferences } from '../item/history-comparison.tsx'
import { DifferenceRow } from '../item/history-difference.tsx'
import { fieldName, isStamp } from '../item/history-words.ts'
import { changeKindWords } from './changes-words.ts'

/** Fields named before the rest is only counted. */
const mostFields = 4

/** One item that was brought, changed or found gone; a changed one opens to the values themselves. */
export function ChangesRow({ item }: { item: ChangedItem }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const name = item.name || `Item ${item.itemId}`
  const isChanged = item.kind === 'changed'
  const history = !isChanged ? '' : `?tab=history&version=${item.version}`
  return (
    <>
      <TableRow className={isOpen ? 'border-b-0' : undefined}>
        <TableCell className="w-px pr-0!">
          {isChanged && (
            <Button
              variant="ghost"
              size="small"
              aria-label={`Show the values of ${name}`}
              aria-expanded={isOpen}
              aria-controls={isOpen ? details : undefined}
              onClick={() => setOpen(!isOpen)}
              className="w-7 px-0!"
            >
              <ChevronRight className={isOpen ? 'size-4 rotate-90' : 'size-4'} aria-hidden />
            </Button>
          )}
        </TableCell>
        <TableCell className="max-w-0 min-w-48">
          <Link
            href={`/catalog/${encodeURIComponent(item.itemId)}${history}`}
            title={name}
            className="block truncate font-medium hover:underline"
          >
            {name}
          </Link>
          <span className="tabular block truncate text-xs text-ink-faint">
            {[item.brand, item.code].filter(Boolean).join(' · ')}
          </span>
        </TableCell>
        <TableCell>
          {isChanged ? (
            <FieldBadges fields={item.fields} />
          ) : (
            <Badge tone={changeKindWords[item.kind].tone}>{changeKindWords[item.kind].label}</Badge>
          )}
        </TableCell>
        <TableCell className="tabular w-40 text-right whitespace-nowrap text-ink-soft">
          {dateAndTime(item.receivedAt)}
        </TableCell>
      </TableRow>
      {isOpen && (
        <TableRow>
          <TableCell colSpan={4} className="p-0!">
            <div id={details} className="@container border-t border-line bg-surface pl-8">
              <Values item={item} />
            </div>
          </TableCell>
        </TableRow>
      )}
    </>
  )
}

function FieldBadges({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return <span className="text-xs text-ink-faint">Only written otherwise</span>
  const telling = fields.filter((field) => !isStamp(field))
  const names = [...new Set((telling.length > 0 ? telling : fields).map(fieldName))]
  const more = names.slice(mostFields)
  return (
    <span className="flex flex-wrap gap-1">
      {names.slice(0, mostFields).map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
      {more.length > 0 && <span className="text-xs leading-5 text-ink-faint">and {more.length} more</span>}
    </span>
  )
}

function Values({ item: { itemId, version } }: { item: ChangedItem }) {
  const { differences, failed, isUnreadable } = useDifferences(itemId, version - 1, version)
  if (failed || isUnreadable) {
    const error = failed?.error ?? new Error('One of the two versions is not well-formed.')
    return <ErrorState title="The values cannot be shown" error={error} />
  }
  if (!differences) return <Skeleton className="m-4 h-24" />
  if (differences.length === 0)
    return (
      <p className="px-4 py-3 text-sm text-ink-soft">No value differs: the XML is only written otherwise.</p>
    )
  return (
    <ul aria-label="What differs">
      {differences.map((difference) => (
        <DifferenceRow key={differenceKey(difference)} difference={difference} />
      ))}
    </ul>
  )
}
