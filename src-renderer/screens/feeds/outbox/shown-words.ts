import { plural, t } from '@lingui/core/macro'
import {
  type NotShownState,
  notShownStates,
  type ShownCounts,
} from '../../../../src-shared/feeds/outbox/shown.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { wholeNumber } from '../../../ui/text/words.ts'

/** Why a field is not shown as sent. */
export const notShownWords: Record<NotShownState, { label: string; about: string; tone: Tone }> = {
  waiting: {
    label: t`Not yet`,
    about: t`The record has not changed since the feed was sent. Compare again after the next sync.`,
    tone: 'neutral',
  },
  'left-out': {
    label: t`Left out`,
    about: t`The record has changed since, but the service left the value out.`,
    tone: 'warn',
  },
  otherwise: {
    label: t`Other value`,
    about: t`The record has changed since, but has another value.`,
    tone: 'warn',
  },
  later: {
    label: t`Changed later`,
    about: t`The record had the value, and somebody changed it later.`,
    tone: 'accent',
  },
}

const stateWords: Record<NotShownState, (count: number) => string> = {
  waiting: (count) => plural(count, { one: '# not shown yet', other: '# not shown yet' }),
  'left-out': (count) =>
    plural(count, { one: '# left out by the service', other: '# left out by the service' }),
  otherwise: (count) => plural(count, { one: '# with another value', other: '# with another value' }),
  later: (count) => plural(count, { one: '# changed later', other: '# changed later' }),
}

/** `37 of 40 fields; 3 not shown yet; 2 cannot be compared`. */
export function shownWords({ fields, shown, notShown, unseen }: ShownCounts): string {
  if (fields === 0) return t`No field of this feed can be compared.`
  return [
    t`${wholeNumber(shown)} of ${plural(fields, { one: '# field', other: '# fields' })}`,
    ...notShownStates
      .filter((state) => notShown[state] > 0)
      .map((state) => stateWords[state](notShown[state])),
    ...(unseen > 0 ? [plural(unseen, { one: '# cannot be compared', other: '# cannot be compared' })] : []),
  ].join('; ')
}
