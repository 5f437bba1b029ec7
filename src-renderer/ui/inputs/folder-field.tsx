import { t } from '@lingui/core/macro'
import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { desktop } from '../../rpc/desktop.ts'
import { Button } from '../button.tsx'
import { TextField } from './field.tsx'

/** A dialog of the system in which the person chooses the path. */
export interface PathChoice {
  label: string
  icon: ReactNode
  choose: () => Promise<string | undefined> | undefined
}

export const folderChoice: PathChoice = {
  label: t`Choose…`,
  icon: <FolderOpen className="size-4" aria-hidden />,
  choose: () => desktop?.chooseFolder(),
}

/** A field for the path of a folder or file: typed, or (in the desktop window) chosen in the system's dialog. */
export function FolderField({
  label,
  help,
  error,
  value,
  onValueChange,
  placeholder,
  required = false,
  choices = [folderChoice],
}: {
  label: string
  help?: string
  error?: string | undefined
  value: string
  onValueChange: (value: string) => void
  placeholder?: string
  required?: boolean
  /** Default: one folder. */
  choices?: readonly PathChoice[]
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
      {desktop &&
        choices.map(({ label: words, icon, choose }) => (
          <Button
            key={words}
            className="mt-5"
            icon={icon}
            onClick={() => void choose()?.then((chosen) => chosen && onValueChange(chosen))}
          >
            {words}
          </Button>
        ))}
    </div>
  )
}
