import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { isError, type Problem } from '../../../src-shared/problem.ts'
import { sections } from '../../../src-shared/vocabulary/sections.ts'
import { whereabouts } from '../../form/arrangement.ts'
import type { Group } from '../../form/place.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/words.ts'

interface ProblemPanelProps {
  problems: readonly PlacedProblem[]
  severalItems: boolean
  /** In the XML a line number helps more than the name of a section. */
  showLines: boolean
  onOpen: (problem: PlacedProblem) => void
  /** Offered once, where an item of a `create` is in the catalog already. */
  onMakeRefresh?: (() => void) | undefined
}

/** More than anyone mends in one sitting; the rest appears as these go. */
const shownProblems = 200

/** Everything that is wrong with a feed, errors first. An entry leads to its field, or to its line in the XML. */
export function ProblemPanel({
  problems,
  severalItems,
  showLines,
  onOpen,
  onMakeRefresh,
}: ProblemPanelProps) {
  const errors = problems.filter(isError)
  const warnings = problems.filter((problem) => !isError(problem))
  const taken = problems.filter(({ code }) => code === 'GTIN_EXISTS').length
  const shown = [...errors, ...warnings].slice(0, shownProblems)
  return (
    <section aria-label="Problems" className="flex min-h-0 flex-col">
      <h2
        aria-live="polite"
        className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-4 text-sm font-semibold"
      >
        {errors.length > 0 ? (
          <>
            <CircleAlert className="size-4 text-bad" aria-hidden />
            {counted(errors.length, 'error')}
          </>
        ) : (
          <>
            <CircleCheck className="size-4 text-good" aria-hidden />
            No errors
          </>
        )}
        {warnings.length > 0 && (
          <span className="font-normal text-ink-faint">
            <span className="sr-only">, </span>
            {counted(warnings.length, 'warning')}
          </span>
        )}
      </h2>
      {onMakeRefresh && taken > 0 && (
        <div className="border-b border-line px-4 py-3 text-xs text-ink-soft">
          <p>
            {taken === 1 ? 'An item is' : `${taken} items are`} in the catalog already. A refresh replaces the
            whole record with what is written here: what you leave empty is gone from it.
          </p>
          <Button size="small" className="mt-2" onClick={onMakeRefresh}>
            Make this a refresh
          </Button>
        </div>
      )}
      {shown.length === 0 ? (
        <p className="p-4 text-xs text-ink-faint">
          The feed fits its schema and the service’s rules. Problems appear here while you write.
        </p>
      ) : (
        <ol className="min-h-0 flex-1 overflow-y-auto py-1">
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
                    {severalItems && problem.item !== undefined && `Item ${problem.item + 1} · `}
                    {problem.where}
                    {showLines && problem.line !== undefined && ` · line ${problem.line}`}
                  </span>
                </span>
              </button>
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
      )}
    </section>
  )
}

export interface PlacedProblem extends Problem {
  /** 0-based item of the feed; undefined for the feed as a whole. */
  item: number | undefined
  section: string | undefined
  /** Where it is, for people: `Identity · Product codes 1`. */
  where: string
}

const sectionLabels = new Map<string, string>(sections.map(({ id, label }) => [id, label]))

/** Says of each problem which item and section of the form it belongs to. */
export function placeProblems(problems: readonly Problem[], itemGroup: Group): PlacedProblem[] {
  return problems.map((problem) => {
    const [, position, rest = ''] = /^[^/]+\/item\[(\d+)\](?:\/(.*))?$/.exec(problem.path) ?? []
    if (position === undefined)
      return { ...problem, item: undefined, section: undefined, where: 'The feed as a whole' }
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
      item: Number(position) - 1,
      section,
      where: shown.filter(Boolean).join(' · ') || 'The item as a whole',
    }
  })
}
