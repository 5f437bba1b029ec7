import { t } from '@lingui/core/macro'
import { CircleCheck } from 'lucide-react'
import { checkDigit, isValidGtin, normaliseGtin } from '../../../src-shared/values/gtin.ts'
import { TextField } from '../../ui/inputs/field.tsx'
import type { InputProps } from './inputs.tsx'

const lengths = [8, 12, 13, 14]

/** What can be said of a code while it is typed: that it fits, which check digit would, how far it is. */
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

/** A product code, with the check digit judged at every keystroke. The code is kept as typed. */
export function GtinInput({ field, frame }: InputProps) {
  const said = field.value === '' ? undefined : remark(field.value)
  const help = said?.fits ? (
    <span className="inline-flex items-center gap-1 text-good">
      <CircleCheck className="size-3" aria-hidden />
      {said.words}
    </span>
  ) : (
    (said?.words ?? frame.help)
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
