import { t } from '@lingui/core/macro'
import type { ReviewState, TrailEntry } from '../../../../../src-shared/feeds/review/model.ts'
import type { Tone } from '../../../../ui/badge.tsx'

export const reviewWords: Record<ReviewState, { label: string; tone: Tone }> = {
  working: { label: t`In work`, tone: 'neutral' },
  proposed: { label: t`Proposed`, tone: 'accent' },
  approved: { label: t`Approved`, tone: 'good' },
  returned: { label: t`Returned`, tone: 'warn' },
}

/**
 * What happened, as a sentence.
 * @param item name of the item that it is about, if it is about one
 */
export function trailText({ event, by, detail }: TrailEntry, item: string | undefined): string {
  switch (event) {
    case 'proposed':
      return t`${by} proposed the draft`
    case 'approved':
      return t`${by} approved the draft`
    case 'returned':
      return t`${by} returned the draft`
    case 'reopened':
      return t`${by} changed the draft, which ended its approval`
    case 'assigned':
      return item === undefined
        ? t`${by} assigned the draft to ${detail}`
        : t`${by} assigned ${item} to ${detail}`
    case 'unassigned':
      return item === undefined
        ? t`${by} took the draft from ${detail}`
        : t`${by} took ${item} from ${detail}`
    case 'commented':
      return t`${by} commented`
    case 'queued':
      return t`${by} queued the draft`
  }
}
