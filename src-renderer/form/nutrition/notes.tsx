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
}

interface RowOfPanel {
  /** 0-based. */
  panel: number
  /** Of the panel. */
  place: Place
  /** Key of the element that the row is of; empty: the panel as a whole. */
  at: string
  /** Key of the element that holds the share of the daily amount, where that is apart. */
  daily?: string | undefined
}

/**
 * The sentences about one row of one panel: what was found when the feed was checked, and what does not add up by the
 * law that is chosen here, each once.
 */
function useNotes({ panel, place, at, daily }: RowOfPanel): Note[] {
  const { findings } = useFacts()
  const around = problemPath(place)
  const path = at === '' ? around : `${around}/${at}`
  const own = useProblemsAt(path)
  const ofUnit = useProblemsAt(`${path}/@uom`)
  const ofShare = useProblemsAt(daily === undefined ? `${path}/@dailyPct` : `${around}/${daily}`)
  const ofCalories = useProblemsAt(`${path}/@calories`)
  const said = at === '' ? own : [...own, ...ofUnit, ...ofShare, ...ofCalories]
  const here = findings.filter((finding) => finding.panel === panel && finding.at === at)
  const unsaid = here.filter(({ message }) => said.every((problem) => problem.message !== message))
  return [
    ...said.map((problem) => ({
      ...problem,
      suggestion: here.find(({ message }) => message === problem.message)?.suggestion,
    })),
    ...unsaid.map((finding) => ({ ...finding, path, severity: 'warning' as const })),
  ]
}

/** The sentences about one row, each with the button that writes what is surely right. */
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
          onClick={() => store.set([...place.keys, at], note.suggestion)}
        >
          <Trans>Write {note.suggestion}</Trans>
        </Button>
      )}
    </p>
  ))
}

/** What is to be said of a panel as a whole. */
export function PanelNotes({ named, ...row }: Omit<RowOfPanel, 'at'> & { named: boolean }) {
  const notes = useNotes({ ...row, at: '' })
  return notes.length === 0 ? null : (
    <div className="flex flex-col gap-1">
      <Notes notes={notes} row={{ ...row, at: '' }} named={named} />
    </div>
  )
}

/** A line under a row of the table, where there is something to say of it. */
export function NotesRow({
  id,
  columns,
  named,
  ...row
}: RowOfPanel & {
  id: string
  columns: number
  /** Whether the sentences name their panel. */
  named: boolean
}) {
  const notes = useNotes(row)
  if (notes.length === 0) return null
  return (
    <tr>
      <td id={id} colSpan={columns} className="pb-1.5 ps-3">
        {/* Of several panels the table is wider than its place: the sentences stay within sight. */}
        <div className={clsx(named && 'sticky start-3 max-w-100')}>
          <Notes notes={notes} row={row} named={named} />
        </div>
      </td>
    </tr>
  )
}
