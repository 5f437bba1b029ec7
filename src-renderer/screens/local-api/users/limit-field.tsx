import { TextField } from '../../../ui/field.tsx'

/** The limit a text means: null for an empty one, undefined when it means none. */
export function limitOf(text: string): number | null | undefined {
  const digits = text.trim().replace(/[ ,_]/g, '')
  if (digits === '') return null
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

interface LimitFieldProps {
  text: string
  onText: (text: string) => void
  /** Says so when the text is no limit. */
  checked: boolean
}

/** A daily limit of item records, or none. */
export const LimitField = ({ text, onText, checked }: LimitFieldProps) => (
  <TextField
    label="Daily item limit"
    inputMode="numeric"
    autoComplete="off"
    placeholder="Like everyone"
    help="Item records in a UTC day. Empty: the limit for all, if one is switched on."
    value={text}
    error={checked && limitOf(text) === undefined ? 'Enter a whole number, or nothing.' : undefined}
    onChange={(event) => onText(event.target.value)}
  />
)
