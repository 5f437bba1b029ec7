import { t } from '@lingui/core/macro'
import { computed } from '../../../../src-shared/nutrition/printed-label.ts'

/** The sign after a value that the record does not give. It is explained on hover and read out. */
export const ComputedMark = () => (
  <span title={t`Computed here: the record does not give this value.`} className="cursor-help font-normal">
    <span aria-hidden>{computed.mark}</span>
    {/* The label is in English in every language. */}
    <span className="sr-only"> computed</span>
  </span>
)

/** What the sign means, below a label. */
export const ComputedNote = () => (
  <span className="block">
    {computed.mark} {t`Computed here: the record does not give this value.`}
  </span>
)
