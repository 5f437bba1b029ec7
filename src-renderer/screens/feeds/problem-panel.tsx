import { CircleAlert, CircleDashed, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { DraftProblem } from '../../../src-shared/drafts/model.ts'
import { isError } from '../../../src-shared/problem.ts'
import { sections } from '../../../src-shared/vocabulary/sections.ts'
import { whereabouts } from '../../form/arrangement.ts'
import type { Group } from '../../form/place.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/words.ts'

interface ProblemPanelProps {
  problems: readonly PlacedProblem[]
  /** Required fields nobody has been at yet. */
  toFill: number
  /** Further checks are awaited. */
  checking?: boolean
  /** In the XML a line number helps more than the name of a section. */
  showLines: boolean
  onOpen: (problem: PlacedProblem) => void
  /** Shows everything that is still to fill. */
  onFill: () => void
  /** Puts a problem's suggestion in its place. */
  onSuggestion: (problem: PlacedProblem) => void
}

/** More than anyone mends in one sitting; the rest appears as these go. */
const shownProblems = 200

/** Everything that is wrong with one item, errors first. An entry leads to its field, or to its line in the XML. */
export function ProblemPanel({
  problems,
  toFill,
  checking = false,
  showLines,
  onOpen,
  onFill,
  onSuggestion,
}: ProblemPanelProps) {
  const errors = problems.filter(isError)
  const warnings = problems.filter((problem) => !isError(problem))
  const shown = [...errors, ...warnings].slice(0, shownProblems)
  return (
    <>
      {shown.length === 0 && (
        <p className="p-4 text-xs text-ink-faint">
          {checking || toFill > 0
            ? 'Problems appear here while you write.'
            : 'The item fits the schema and the service’s rules. Problems appear here while you write.'}
        </p>
      )}
      <ol className="min-h-0 flex-1 overflow-y-auto py-1">
        {/* Before anything is wrong, the head of the draft says it. It stands first: what is said of a field as it is left would move it from under the pointer. */}
        {toFill > 0 && shown.length > 0 && (
          <li>
            <button
              type="button"
              onClick={onFill}
              className="flex w-full cursor-default items-center gap-2 px-4 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
            >
              <CircleDashed className="size-4 shrink-0 text-ink-faint" aria-hidden />
              {counted(toFill, 'required field')} still to fill
            </button>
          </li>
        )}
        {shown.map((problem) => (
          <li key={`${problem.code} ${problem.path} ${problem.feed?.id} ${problem.message}`}>
            <button
              type="button"
              onClick={() => onOpen(problem)}
              className="flex w-full cursor-default items-start gap-2 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              {isError(problem) ? (
                <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-label="Error" />
              ) : (
                <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-label="Warning" />
              )}
              <span className="min-w-0 flex-1">
                <span className="block text-sm break-words">{problem.message}</span>
                <span className="block text-xs break-words text-ink-faint">
                  {problem.where}
                  {showLines && problem.line !== undefined && ` · line ${problem.line}`}
                </span>
              </span>
            </button>
            {problem.suggestion && (
              <div className="mr-4 mb-2 ml-10 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
                <Button size="small" onClick={() => onSuggestion(problem)}>
                  Use “{problem.suggestion.value}”
                </Button>
                <span className="min-w-0 break-words">{problem.suggestion.why}</span>
              </div>
            )}
            {problem.feed && (
              <Link
                href={`/outbox/${problem.feed.id}`}
                className="mr-4 mb-2 ml-10 block text-xs break-words text-accent-strong underline"
              >
                Open “{problem.feed.name}” in the outbox
              </Link>
            )}
          </li>
        ))}
        {problems.length > shown.length && (
          <li className="px-4 py-2 text-xs text-ink-faint">
            and {counted(problems.length - shown.length, 'further problem')}
          </li>
        )}
      </ol>
    </>
  )
}

export interface PlacedProblem extends DraftProblem {
  section: string | undefined
  /** Where it is, for people: `Identity · Product codes 1`. */
  where: string
}
const sectionLabels = new Map<string, string>(sections.map(({ id, label }) => [id, label]))

/** Says of each problem which section of the form it belongs to. */
export function placeProblems(problems: readonly DraftProblem[], itemGroup: Group): PlacedProblem[] {
  return problems.map((problem) => {
    const [, position, rest = ''] = /^[^/]+\/item\[(\d+)\](?:\/(.*))?$/.exec(problem.path) ?? []
    if (position === undefined) return { ...problem, section: undefined, where: 'The item as a whole' }
    const { section, labels } = whereabouts(itemGroup, rest)
    const sectionLabel = section ? sectionLabels.get(section) : undefined
    const [first, ...further] = labels
    // A section is often named like its only element.
    const shown =
      first !== undefined && first.replace(/ \d+$/, '') === sectionLabel
        ? [first, ...further]
        : [sectionLabel, first, ...further]
    return {
      ...problem,
      section,
      where: shown.filter(Boolean).join(' · ') || 'The item as a whole',
    }
  })
}
