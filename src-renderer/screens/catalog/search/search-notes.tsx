import { Trans } from '@lingui/react/macro'
import { CircleHelp, SpellCheck } from 'lucide-react'
import type { QueryProblem } from '../../../../src-shared/catalog/model.ts'
import { Button } from '../../../ui/button.tsx'

/** The problems of a query, and the similar words that were also searched for. */
export function SearchNotes({
  text,
  problems,
  alsoShowing,
  onTextChange,
}: {
  text: string
  problems: readonly QueryProblem[]
  alsoShowing: readonly string[]
  onTextChange: (text: string) => void
}) {
  if (problems.length === 0 && alsoShowing.length === 0) return null
  return (
    <div
      role="status"
      className="flex shrink-0 flex-col gap-1 border-b border-line bg-warn-wash px-4 py-1.5 text-sm text-ink"
    >
      {problems.map(({ from, to, message, suggestion }) => (
        <p key={`${from} ${message}`} className="flex flex-wrap items-center gap-x-2">
          <CircleHelp className="size-4 shrink-0 text-warn" aria-hidden />
          <code className="rounded-sm bg-surface px-1 font-mono text-xs">{text.slice(from, to)}</code>
          <span>{message}</span>
          {suggestion !== undefined && (
            <Button
              size="small"
              onClick={() => onTextChange(text.slice(0, from) + suggestion + text.slice(to))}
            >
              <Trans>Use {suggestion}</Trans>
            </Button>
          )}
        </p>
      ))}
      {alsoShowing.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-2">
          <SpellCheck className="size-4 shrink-0 text-warn" aria-hidden />
          <span>
            <Trans>
              Also showing: <strong className="font-medium">{alsoShowing.join(', ')}</strong>
            </Trans>
          </span>
        </p>
      )}
    </div>
  )
}
