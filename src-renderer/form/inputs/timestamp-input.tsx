import { TextField } from '../../ui/field.tsx'
import { dateAndTime } from '../../ui/words.ts'
import type { InputProps } from './input-props.ts'

/** A moment as ISO 8601 with offset. Kept as typed, because the offset is part of it; read back in local time. */
export function TimestampInput({ field, frame }: InputProps) {
  const understood = field.value !== '' && !Number.isNaN(Date.parse(field.value))
  return (
    <TextField
      {...frame}
      help={understood ? `${dateAndTime(field.value)} on this computer` : frame.help}
      placeholder="2026-05-01T12:00:00+00:00"
      spellCheck={false}
      value={field.value}
      onChange={(event) => field.change(event.target.value)}
    />
  )
}
