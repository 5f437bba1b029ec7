import { t } from '@lingui/core/macro'
import { CircleCheck } from 'lucide-react'
import { checkDigit, isValidGtin, normaliseGtin } from '../../../src-shared/values/gtin.ts'
import { TextField } from '../../ui/inputs/field.tsx'
import type { InputProps } from './inputs.tsx'

const lengths = [8, 12, 13, 14]

/** Feedback on a code while it is typed: valid, the expected check digit, or the next valid length. */
function remark(code: string): { fits: boolean; words: string } | undefined {
  const digits = normaliseGtin(code)
  if (digits === undefined) return undefined
  if (isValidGtin(code)) return { fits: true, words: t`GTIN-${digits.length}, check digit fits` }
  if (lengths.includes(digits.length)) {
    const expected = checkDigit(digits.slice(0, -1))
    if (expected === digits.at(-1))
      return { fits: false, words: t`Type plain digits, without invisible characters.` }
    return {
      fits: false,
      words: t`As GTIN-${digits.length} it would end in ${expected}, not ${digits.at(-1) ?? ''}.`,
    }
  }
  const next = lengths.find((length) => length > digits.length)
  return { fits: false, words: t`${digits.length} digits; the next valid length is ${next ?? ''}.` }
}

/** A product code whose check digit is validated at every keystroke. The code is stored as typed. */
export function GtinInput({ field, frame }: InputProps) {
  const feedback = field.value === '' ? undefined : remark(field.value)
  const help = feedback?.fits ? (
    <span className="inline-flex items-center gap-1 text-good">
      <CircleCheck className="size-3" aria-hidden />
      {feedback.words}
    </span>
  ) : (
    (feedback?.words ?? frame.help)
  )
  return (
    <TextField
      {...frame}
      help={help}
      inputMode="numeric"
      spellCheck={false}
      autoComplete="off"
      className="tabular"
      value={field.value}
      onChange={(event) => field.change(event.target.value)}
    />
  )
}
