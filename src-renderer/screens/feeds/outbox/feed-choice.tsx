import { t } from '@lingui/core/macro'
import { useId } from 'react'
import type { FeedChoice } from '../../../../src-shared/feeds/outbox/model.ts'

const choices: Record<FeedChoice, { label: string; help: string }> = {
  hold: {
    label: t`Keep them for that service`,
    help: t`They resume when that service is connected again. Until then they are neither sent nor tracked.`,
  },
  send: {
    label: t`Send the waiting ones to the new service`,
    help: t`Those already sent are kept for that service.`,
  },
  withdraw: {
    label: t`Take the waiting ones back as drafts`,
    help: t`Those already sent are kept for that service.`,
  },
  same: {
    label: t`It is the same service at another address`,
    help: t`All of them go on there under their identifiers.`,
  },
}
const order = ['hold', 'send', 'withdraw', 'same'] as const

interface FeedChoiceFieldProps {
  value: FeedChoice | undefined
  onValueChange: (choice: FeedChoice) => void
}

/** Radio buttons for the treatment of the feeds of the previously connected service. */
export function FeedChoiceField({ value, onValueChange }: FeedChoiceFieldProps) {
  const id = useId()
  return (
    <fieldset className="mt-3 flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{t`What becomes of these feeds`}</legend>
      {order.map((choice) => (
        <label key={choice} className="flex items-start gap-2 text-ink">
          <input
            type="radio"
            name={id}
            className="mt-1"
            checked={choice === value}
            onChange={() => onValueChange(choice)}
            aria-labelledby={`${id}-${choice}`}
            aria-describedby={`${id}-${choice}-help`}
          />
          <span className="min-w-0">
            <span id={`${id}-${choice}`} className="block font-medium">
              {choices[choice].label}
            </span>
            <span id={`${id}-${choice}-help`} className="block text-xs text-ink-soft">
              {choices[choice].help}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
