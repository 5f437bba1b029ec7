import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useId, useState } from 'react'
import { type FeedKind, kinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { ImportField, ImportJob } from '../../../src-shared/import/model.ts'
import {
  choiceFor,
  possibleChoices,
  type RowChoice,
  type RowChoices,
  type RowClass,
  type RowSummary,
  rowClasses,
} from '../../../src-shared/import/row-classes.ts'
import { rpc } from '../../rpc/client.ts'
import { feedKindWords } from '../../texts/feed-kinds.ts'
import { said } from '../../texts/translate-message.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { ComparedRowsView } from './compared-rows.tsx'
import { RejectedRows } from './rejected/rejected-rows.tsx'

const classWords: Record<RowClass, { label: string; tone: Tone; rows: string }> = {
  new: { label: t`New`, tone: 'good', rows: t`New rows` },
  changed: { label: t`Changed`, tone: 'accent', rows: t`Changed rows` },
  unchanged: { label: t`Unchanged`, tone: 'neutral', rows: t`Unchanged rows` },
}

interface RowClassChoicesProps {
  job: ImportJob
  /** The fields that a file can fill. */
  importable: readonly ImportField[]
  choices: RowChoices
  onChoices: (choices: RowChoices) => void
}

/**
 * The rows of a dry run by class: their number, the choice of what becomes of them, and the rows themselves.
 * An import into the catalog offers no choice.
 */
export function RowClassChoices({ job, importable, choices, onChoices }: RowClassChoicesProps) {
  const counts: Record<RowClass, number> = {
    new: job.created,
    changed: job.updated,
    unchanged: job.unchanged,
  }
  // Rows that cannot be read need a person; the others are shown on request.
  const [shown, setShown] = useState<RowClass | 'rejected' | undefined>(
    job.rejected > 0 ? 'rejected' : counts.changed > 0 ? 'changed' : undefined,
  )
  const summary = useQuery(rpc.imports.rowSummary.queryOptions({ input: { id: job.id } }))
  const id = useId()
  return (
    <section aria-label={t`Rows by class`} className="flex flex-col gap-3">
      <ul className="overflow-hidden rounded-lg border border-line">
        {rowClasses.map((rowClass) => {
          const { label, tone, rows } = classWords[rowClass]
          const count = counts[rowClass]
          const isShown = shown === rowClass
          return (
            <li
              key={rowClass}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0"
            >
              <ClassCount count={count} label={label} tone={tone} />
              {job.target === 'drafts' && (
                <Segmented
                  disabled={count === 0}
                  className="w-72"
                  label={rows}
                  labelHidden
                  value={choiceFor(rowClass, choices)}
                  onValueChange={(choice) => onChoices({ ...choices, [rowClass]: choice })}
                  options={possibleChoices[rowClass].map((value) => ({ value, label: choiceLabel(value) }))}
                  describedBy={`${id} ${rowClass}`}
                />
              )}
              <p id={`${id} ${rowClass}`} className="min-w-64 flex-1 text-xs text-ink-soft">
                {job.target === 'catalog'
                  ? catalogEffects[rowClass]
                  : effectOf(choiceFor(rowClass, choices), rowClass, count, summary.data, importable)}
              </p>
              {count > 0 && (
                <ShowRows isShown={isShown} onToggle={() => setShown(isShown ? undefined : rowClass)} />
              )}
            </li>
          )
        })}
        {(job.rejected > 0 || shown === 'rejected') && (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
            <ClassCount count={job.rejected} label={t`Cannot be read`} tone="bad" />
            <p className="min-w-64 flex-1 text-xs text-ink-soft">
              <Trans>Not imported until they are corrected, here or in the file.</Trans>
            </p>
            {job.rejected > 0 && (
              <ShowRows
                isShown={shown === 'rejected'}
                onToggle={() => setShown(shown === 'rejected' ? undefined : 'rejected')}
              />
            )}
          </li>
        )}
      </ul>
      {shown === 'rejected' && <RejectedRows job={job} />}
      {shown !== undefined && shown !== 'rejected' && (
        <ComparedRowsView key={shown} id={job.id} rowClass={shown} label={classWords[shown].rows} />
      )}
    </section>
  )
}

interface ClassCountProps {
  count: number
  label: string
  tone: Tone
}

const ClassCount = ({ count, label, tone }: ClassCountProps) => (
  <span className="flex min-w-36 shrink-0 items-center gap-2">
    <span className={clsx('tabular w-14 text-end text-base font-semibold', count === 0 && 'text-ink-faint')}>
      {wholeNumber(count)}
    </span>
    <Badge tone={count === 0 ? 'neutral' : tone}>{label}</Badge>
  </span>
)

const ShowRows = ({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) => (
  <Button size="small" aria-expanded={isShown} onClick={onToggle}>
    {isShown ? t`Hide the rows` : t`Show the rows`}
  </Button>
)

const choiceLabel = (choice: RowChoice): string =>
  choice === 'leave' ? t`Leave out` : feedKindWords[choice].label

const catalogEffects: Record<RowClass, string> = {
  new: t`Added to the catalog.`,
  changed: t`The values of the file replace those of the catalog. Fields that the file lacks stay.`,
  unchanged: t`The catalog has these values already.`,
}

/** What a choice can and cannot change, in one line. */
function effectOf(
  choice: RowChoice,
  rowClass: RowClass,
  count: number,
  summary: RowSummary | undefined,
  importable: readonly ImportField[],
) {
  if (count === 0) return t`The file has no such rows.`
  if (choice === 'leave')
    return rowClass === 'unchanged'
      ? t`The catalog has these values already: nothing to send.`
      : t`Not imported. You can import the file again later.`
  const { changes, ifPresent, maxItems } = kinds[choice]
  if (ifPresent === 'refused') return t`A feed adds them to the catalog as new items.`
  if (!changes)
    return (
      <>
        {t`A feed replaces each record: the values of the file, and all else as the catalog has it. What the service holds beyond its record is lost.`}{' '}
        {rowClass === 'changed' && hintOf(summary)}
      </>
    )
  const carried = summary?.carried[choice]
  const labels = changedLabels(choice, importable).join(', ')
  return (
    <>
      <Trans>Changes only: {labels}.</Trans>{' '}
      {carried && (
        <Trans>
          <Plural value={carried.fields} one="# difference" other="# differences" /> of{' '}
          {wholeNumber(summary?.fields ?? 0)} in <Plural value={carried.rows} one="# row" other="# rows" />.
          The other rows are left out.
        </Trans>
      )}{' '}
      {maxItems === 1 && t`Each item is a feed of its own.`}
    </>
  )
}

/** A kind of feed that changes a part of each item, if it can change all differences. */
function hintOf(summary: RowSummary | undefined): string | undefined {
  const narrow = possibleChoices.changed.find(
    (choice) =>
      choice !== 'leave' &&
      kinds[choice].changes !== undefined &&
      summary !== undefined &&
      summary.carried[choice]?.fields === summary.fields,
  )
  return narrow && t`“${choiceLabel(narrow)}” can change all of these differences, and touches nothing else.`
}

/** Labels of the fields that a kind of feed changes and a file can fill. */
function changedLabels(kind: FeedKind, importable: readonly ImportField[]): string[] {
  const { changes = [], payload } = kinds[kind]
  return payload.item.members
    .filter(({ key }) => changes.includes(key) && importable.some(({ path }) => path.split('/')[0] === key))
    .map(({ label }) => said(label))
}

/** The rows of a dry run in a sentence. */
export function lookSummary({ rowsRead, created, updated, unchanged, rejected }: ImportJob): string {
  const parts = [
    created > 0 && plural(created, { one: '# new', other: '# new' }),
    updated > 0 && plural(updated, { one: '# changed', other: '# changed' }),
    unchanged > 0 && plural(unchanged, { one: '# unchanged', other: '# unchanged' }),
    rejected > 0 && plural(rejected, { one: '# cannot be read', other: '# cannot be read' }),
  ].filter((part) => part !== false)
  const rows = plural(rowsRead, { one: '# row', other: '# rows' })
  return parts.length === 0 ? t`${rows}.` : t`${rows}: ${parts.join(', ')}.`
}
