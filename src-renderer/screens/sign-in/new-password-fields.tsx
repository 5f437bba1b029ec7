import { t } from '@lingui/core/macro'
import { minPassword } from '../../../src-shared/team/people-model.ts'
import { TextField } from '../../ui/inputs/field.tsx'

interface NewPasswordFieldsProps {
  password: string
  repeated: string
  /** Whether problems are shown. */
  isChecked: boolean
  onPassword: (password: string) => void
  onRepeated: (repeated: string) => void
}

/** The field with a problem: the password is too short, or the repetition differs. */
export const wrongPassword = (password: string, repeated: string): 'short' | 'different' | undefined =>
  password.length < minPassword ? 'short' : password !== repeated ? 'different' : undefined

/** A new password, typed twice. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { password, repeated, isChecked, onPassword, onRepeated } = props
  const wrong = isChecked ? wrongPassword(password, repeated) : undefined
  return (
    <>
      <TextField
        label={t`New password`}
        type="password"
        required
        autoComplete="new-password"
        help={t`At least ${minPassword} characters. A few unrelated words are easy to remember.`}
        value={password}
        error={wrong === 'short' ? t`This password is too short.` : undefined}
        onChange={(event) => onPassword(event.target.value)}
      />
      <TextField
        label={t`Repeat the new password`}
        type="password"
        required
        autoComplete="new-password"
        value={repeated}
        error={wrong === 'different' ? t`The two passwords differ.` : undefined}
        onChange={(event) => onRepeated(event.target.value)}
      />
    </>
  )
}
