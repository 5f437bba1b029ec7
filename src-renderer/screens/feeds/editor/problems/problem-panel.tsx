import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { CircleAlert, CircleDashed, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { DraftProblem } from '../../../../../src-shared/feeds/draft/model.ts'
import { unreachablePictureCode } from '../../../../../src-shared/feeds/draft/picture-of-problem.ts'
import { isError } from '../../../../../src-shared/problem.ts'
import { sections } from '../../../../../src-shared/vocabulary/elements/sections.ts'
import { locateField } from '../../../../form/arrangement.ts'
import type { Group } from '../../../../form/place.ts'
import { AddressPicture } from '../../../../pictures/address-picture.tsx'
import { Button } from '../../../../ui/button.tsx'
import { PictureFixes } from './picture-fixes.tsx'

interface ProblemPanelProps {
  problems: readonly PlacedProblem[]
  /** Number of empty, untouched required fields. */
  toFill: number
  /** Whether further checks are pending. */
  checking?: boolean
  /** Whether line numbers are shown, as in the XML view. */
  showLines: boolean
  onOpen: (problem: PlacedProblem) => void
  /** Shows all required fields that are empty. */
  onFill: () => void
  /** Address of the picture that a problem is about. */
  pictureOf: (problem: PlacedProblem) => string | undefined
  /** Opens a field in the form. */
  onField: (path: string) => void
  /** Applies the suggestion of a problem to its field. */
  onSuggestion: (problem: PlacedProblem) => void
  /** Removes the picture that a problem is about from the item. */
  onDropPicture: (problem: PlacedProblem) => Promise<void>
}

/** Maximum number of problems shown. The others appear as these are fixed. */
const maxProblems = 200

/** The problems of one item, errors first. A click opens the field, or the line in the XML. */
export function ProblemPanel({
  problems,
  toFill,
  checking = false,
  showLines,
  onOpen,
  onFill,
  pictureOf,
  onField,
  onSuggestion,
  onDropPicture,
}: ProblemPanelProps) {
  const errors = problems.filter(isError)
  const warnings = problems.filter((problem) => !isError(problem))
  const shown = [...errors, ...warnings].slice(0, maxProblems)
  return (
    <>
      {shown.length === 0 && (
        <p className="p-4 text-xs text-ink-faint">
          {checking || toFill > 0
            ? t`Problems appear here while you write.`
            : t`The item fits the schema and the service’s rules. Problems appear here while you write.`}
        </p>
      )}
      <ol className="min-h-0 flex-1 overflow-y-auto py-1">
        {/* While there are no problems, the draft header shows this. It is the first entry, because a
            problem that appears when a field loses focus would otherwise move it away from the pointer. */}
        {toFill > 0 && shown.length > 0 && (
          <li>
            <button
              type="button"
              onClick={onFill}
              className="flex w-full cursor-default items-center gap-2 px-4 py-2 text-start text-sm hover:bg-hover focus-visible:-outline-offset-2"
            >
              <CircleDashed className="size-4 shrink-0 text-ink-faint" aria-hidden />
              <Trans>
                <Plural value={toFill} one="# required field" other="# required fields" /> still to fill
              </Trans>
            </button>
          </li>
        )}
        {shown.map((problem) => (
          <li key={`${problem.code} ${problem.path} ${problem.feed?.id} ${problem.message}`}>
            <button
              type="button"
              onClick={() => onOpen(problem)}
              className="flex w-full cursor-default items-start gap-2 px-4 py-2 text-start hover:bg-hover focus-visible:-outline-offset-2"
            >
              {isError(problem) ? (
                <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-label={t`Error`} />
              ) : (
                <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-label={t`Warning`} />
              )}
              <span className="min-w-0 flex-1">
                <span className="block text-sm break-words">{problem.message}</span>
                <span className="block text-xs break-words text-ink-faint">
                  {problem.where}
                  {showLines && problem.line !== undefined && t` · line ${problem.line}`}
                </span>
              </span>
            </button>
            <ProblemPicture url={pictureOf(problem)} />
            {problem.code === unreachablePictureCode && (
              <div className="me-4 mb-2 ms-10 flex flex-wrap gap-1.5">
                <PictureFixes
                  isWaiting={checking}
                  onAddress={() => onField(problem.path)}
                  dropLabel={t`Remove picture`}
                  onDrop={() => onDropPicture(problem)}
                />
              </div>
            )}
            {problem.suggestion && (
              <div className="me-4 mb-2 ms-10 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
                <Button size="small" onClick={() => onSuggestion(problem)}>
                  <Trans>Use “{problem.suggestion.name ?? problem.suggestion.value}”</Trans>
                </Button>
                <span className="min-w-0 break-words">{problem.suggestion.why}</span>
              </div>
            )}
            {problem.feed && (
              <Link
                href={`/outbox/${problem.feed.id}`}
                className="me-4 mb-2 ms-10 block text-xs break-words text-accent-strong underline"
              >
                {isError(problem) && !problem.message.includes(problem.feed.name)
                  ? t`Refused by the service in “${problem.feed.name}”`
                  : t`Open “${problem.feed.name}” in the outbox`}
              </Link>
            )}
          </li>
        ))}
        {problems.length > shown.length && (
          <li className="px-4 py-2 text-xs text-ink-faint">
            <Trans>
              and{' '}
              <Plural
                value={problems.length - shown.length}
                one="# further problem"
                other="# further problems"
              />
            </Trans>
          </li>
        )}
      </ol>
    </>
  )
}

function ProblemPicture({ url }: { url: string | undefined }) {
  return url === undefined ? null : (
    <div className="mb-2 ms-10">
      <AddressPicture url={url} className="size-12" />
    </div>
  )
}

export interface PlacedProblem extends DraftProblem {
  section: string | undefined
  /** Location as display text, such as `Identity · Product codes 1`. */
  where: string
}
const sectionLabels = new Map<string, string>(sections.map(({ id, label }) => [id, label]))

/** Adds to each problem its section of the form and its location as display text. */
export function placeProblems(problems: readonly DraftProblem[], itemGroup: Group): PlacedProblem[] {
  return problems.map((problem) => {
    const [, position, rest = ''] = /^[^/]+\/item\[(\d+)\](?:\/(.*))?$/.exec(problem.path) ?? []
    if (position === undefined) return { ...problem, section: undefined, where: t`The item as a whole` }
    const { section, labels } = locateField(itemGroup, rest)
    const sectionLabel = section ? sectionLabels.get(section) : undefined
    const [first, ...further] = labels
    // The section label is omitted if it equals the label of the element, as for sections with a single
    // element.
    const shown =
      first !== undefined && first.replace(/ \d+$/, '') === sectionLabel
        ? [first, ...further]
        : [sectionLabel, first, ...further]
    return {
      ...problem,
      section,
      where: shown.filter(Boolean).join(' · ') || t`The item as a whole`,
    }
  })
}
