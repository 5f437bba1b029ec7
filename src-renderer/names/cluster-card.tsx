import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import type { AlikeValue, Cluster } from '../../src-shared/names/model.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/inputs/checkbox.tsx'
import { TextField } from '../ui/inputs/field.tsx'
import { wholeNumber } from '../ui/text/words.ts'
import { type MergeChoices, withAll, withKept, withValue } from './merge-choices.ts'

interface ClusterCardProps {
  cluster: Cluster
  choices: MergeChoices
  onChoices: (choices: MergeChoices) => void
  /** Forgets that values of the cluster were merged before. */
  onForget: (names: string[]) => void
}

/** The values of one cluster, with a checkbox each, and the value to keep. */
export function ClusterCard({ cluster, choices, onChoices, onForget }: ClusterCardProps) {
  const { keep, merged } = choices.get(cluster) ?? { keep: cluster.keep, merged: new Set<string>() }
  const decided = cluster.values.filter(({ likeness }) => likeness === 'decided').map(({ text }) => text)
  const isAll = cluster.values.every(({ text }) => merged.has(text))
  return (
    <li
      aria-label={t`Group of ${cluster.keep}`}
      className="grid grid-cols-[1.5rem_minmax(0,1fr)_1rem_16rem] items-start gap-x-3 border-b border-line px-4 py-3 last:border-0"
    >
      <Checkbox
        label={t`Merge all of ${cluster.keep}`}
        labelHidden
        checked={isAll}
        indeterminate={!isAll && merged.size > 0}
        onCheckedChange={() => onChoices(withAll(choices, [cluster], !isAll))}
      />
      <ul className="flex min-w-0 flex-col gap-1.5">
        {cluster.values.map((value) => (
          <li key={value.text} className="flex min-w-0 items-center gap-2">
            <Checkbox
              label={t`Merge ${value.text}`}
              labelHidden
              checked={merged.has(value.text)}
              onCheckedChange={(isMerged) => onChoices(withValue(choices, cluster, value.text, isMerged))}
            />
            <button
              type="button"
              title={t`Keep ${value.text}`}
              aria-pressed={value.text === keep}
              onClick={() => onChoices(withKept(choices, cluster, value.text))}
              className="min-w-0 truncate rounded-sm px-1 text-start text-sm whitespace-pre hover:bg-hover aria-pressed:font-semibold"
            >
              {value.text}
            </button>
            <span className="tabular shrink-0 text-xs text-ink-faint">
              {plural(value.count, { one: '# row', other: '# rows' })}
            </span>
            <LikenessBadge value={value} />
          </li>
        ))}
      </ul>
      <ArrowRight className="mt-2 size-4 text-ink-faint" aria-hidden />
      <div className="flex flex-col items-start gap-1">
        <TextField
          label={t`Value to keep for ${cluster.keep}`}
          labelHidden
          className="w-full"
          value={keep}
          error={keep.trim() === '' ? t`Type a value, or choose one.` : undefined}
          onChange={(event) => onChoices(withKept(choices, cluster, event.target.value))}
          autoComplete="off"
        />
        {decided.length > 0 && (
          <Button size="small" variant="ghost" onClick={() => onForget(decided)}>
            <Trans>Forget this merge</Trans>
          </Button>
        )}
      </div>
    </li>
  )
}

function LikenessBadge({ value: { likeness } }: { value: AlikeValue }) {
  if (likeness === 'near')
    return (
      <Badge tone="warn">
        <Trans>Similar</Trans>
      </Badge>
    )
  if (likeness === 'decided')
    return (
      <Badge tone="accent">
        <Trans>Merged before</Trans>
      </Badge>
    )
  return null
}

/** Numbers of groups and values, in a sentence. */
export const foundText = (distinct: number, clusters: number): string =>
  clusters === 0
    ? t`No values of ${wholeNumber(distinct)} are alike.`
    : t`${wholeNumber(distinct)} different values, ${plural(clusters, { one: '# group', other: '# groups' })} of values that are alike.`
