import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import { isError, type Problem } from '../../../src-shared/problem.ts'
import { Button } from '../../ui/button.tsx'
import { useFormStore } from '../form-store.ts'
import { type Place, problemPath } from '../place.ts'
import { useProblemsAt } from '../problem-store.ts'
import { useFacts } from './findings.tsx'

interface Note extends Pick<Problem, 'code' | 'path' | 'message' | 'severity'> {
  suggestion?: string | undefined
  /** Keys of the suggestion's field, below the panel. */
  keys?: readonly string[] | undefined
}

interface RowOfPanel {
  /** 0-based. */
  panel: number
  /** Place of the panel. */
  place: Place
  /** Key of the element of the row; '' for the panel itself. */
  at: string
  /** Key of the element with the percentage of the daily value, if it is a separate element. */
  daily?: string | undefined
}

/**
 * The notes about one row of one panel: problems from the validation of the feed, and nutrition findings
 * under the chosen law, without duplicates.
 */
function useNotes({ panel, place, at, daily }: RowOfPanel): Note[] {
  const { findings } = useFacts()
  const around = problemPath(place)
  const path = at === '' ? around : `${around}/${at}`
  const own = useProblemsAt(path)
  const ofUnit = useProblemsAt(`${path}/@uom`)
  const ofShare = useProblemsAt(daily === undefined ? `${path}/@dailyPct` : `${around}/${daily}`)
  const ofCalories = useProblemsAt(`${path}/@calories`)
  const reported = at === '' ? own : [...own, ...ofUnit, ...ofShare, ...ofCalories]
  const isHere = (place: string) =>
    place === at || place === `${at}/@dailyPct` || (daily !== undefined && place === daily)
  const here = findings.filter((finding) => finding.panel === panel && isHere(finding.at))
  const others = here.filter(({ message }) => reported.every((problem) => problem.message !== message))
  return [
    ...reported.map((problem) => {
      const finding = here.find(({ message }) => message === problem.message)
      return { ...problem, suggestion: finding?.suggestion, keys: finding && keysOf(finding.at) }
    }),
    ...others.map((finding) => ({
      ...finding,
      path: finding.at === '' ? around : `${around}/${finding.at}`,
      severity: 'warning' as const,
      keys: keysOf(finding.at),
    })),
  ]
}

const keysOf = (at: string): string[] => at.split('/').map((step) => step.replace(/^@/, ''))

/** The notes about one row, each with a button that applies its suggested value, if any. */
function Notes({
  notes,
  row: { panel, place, at },
  named,
}: {
  notes: Note[]
  row: RowOfPanel
  named: boolean
}) {
  const store = useFormStore()
  return notes.map((note) => (
    <p
      key={`${note.path} ${note.code} ${note.message}`}
      className={clsx('flex items-start gap-1.5 text-xs', isError(note) ? 'text-bad' : 'text-warn')}
    >
      <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
      <span>
        {named && t`Panel ${panel + 1}: `}
        {note.message}
      </span>
      {note.suggestion !== undefined && (
        <Button
          size="small"
          className="-my-1"
          onClick={() => store.set([...place.keys, ...(note.keys ?? [at])], note.suggestion)}
        >
          <Trans>Write {note.suggestion}</Trans>
        </Button>
      )}
    </p>
  ))
}

/** The notes about a panel itself. */
export function PanelNotes({ named, ...row }: Omit<RowOfPanel, 'at'> & { named: boolean }) {
  const notes = useNotes({ ...row, at: '' })
  return notes.length === 0 ? null : (
    <div className="flex flex-col gap-1">
      <Notes notes={notes} row={{ ...row, at: '' }} named={named} />
    </div>
  )
}

/** A table row with the notes about the row above; nothing if there are none. */
export function NotesRow({
  id,
  columns,
  named,
  ...row
}: RowOfPanel & {
  id: string
  columns: number
  /** Whether the notes name their panel. */
  named: boolean
}) {
  const notes = useNotes(row)
  if (notes.length === 0) return null
  return (
    <tr>
      <td id={id} colSpan={columns} className="pb-1.5 ps-3">
        {/* With several panels the table scrolls sideways: `sticky` keeps the notes visible. */}
        <div className={clsx(named && 'sticky start-3 max-w-100')}>
          <Notes notes={notes} row={row} named={named} />
        </div>
      </td>
    </tr>
  )
}
