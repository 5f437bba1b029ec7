import { Trans } from '@lingui/react/macro'
import { FolderOpen } from 'lucide-react'
import { desktop } from '../../rpc/desktop.ts'
import { Button } from '../button.tsx'
import { TextField } from './field.tsx'

/** A field for a folder path: typed, or (in the desktop window) chosen in the system's dialog. */
export function FolderField({
  label,
  help,
  error,
  value,
  onValueChange,
  placeholder,
  required = false,
}: {
  label: string
  help?: string
  error?: string | undefined
  value: string
  onValueChange: (value: string) => void
  placeholder?: string
  required?: boolean
}) {
  return (
    <div className="flex items-start gap-2">
      <TextField
        className="flex-1"
        dir="auto"
        label={label}
        help={help}
        error={error}
        required={required}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
      {desktop && (
        <Button
          className="mt-5"
          icon={<FolderOpen className="size-4" aria-hidden />}
          onClick={() => void desktop?.chooseFolder().then((chosen) => chosen && onValueChange(chosen))}
        >
          <Trans>Choose…</Trans>
        </Button>
      )}
    </div>
  )
}
