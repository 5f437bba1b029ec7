import clsx from 'clsx'
import { useId } from 'react'
import type { ExportFormat, ExportSubject } from '../../../src-shared/export/model.ts'
import { exportFormatWords } from './export-words.ts'

const formats = Object.entries(exportFormatWords).map(([format, words]) => ({
  format: format as ExportFormat,
  ...words,
}))

/** The kinds of files, one to choose. Native radio buttons underneath: arrows move, Tab passes. */
export function FormatChoice({
  value,
  onValueChange,
  subject,
}: {
  value: ExportFormat
  onValueChange: (format: ExportFormat) => void
  /** What there is to export, once known. */
  subject: ExportSubject | undefined
}) {
  const id = useId()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Kind of file</legend>
      {formats.map(({ format, label, icon: Icon, meaning }) => {
        const disabled = format === 'contentplus' && subject?.contentItems === 0
        const chosen = value === format
        return (
          <label
            key={format}
            className={clsx(
              'flex cursor-default items-start gap-3 rounded-lg border p-3 has-focus-visible:outline-2 has-focus-visible:outline-focus',
              chosen ? 'border-accent bg-accent-wash' : 'border-line',
              disabled ? 'bg-canvas' : !chosen && 'hover:border-line-strong hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={id}
              checked={chosen}
              disabled={disabled}
              onChange={() => onValueChange(format)}
              aria-labelledby={`${id}-${format}`}
              aria-describedby={`${id}-${format}-meaning`}
              className="sr-only"
            />
            <span
              className={clsx(
                'flex size-9 shrink-0 items-center justify-center rounded-md',
                disabled
                  ? 'bg-sunken text-ink-faint'
                  : chosen
                    ? 'bg-accent text-accent-ink'
                    : 'bg-accent-wash text-accent-strong',
              )}
            >
              <Icon className="size-5" strokeWidth={1.75} aria-hidden />
            </span>
            <span className="min-w-0">
              <span
                id={`${id}-${format}`}
                className={clsx('block text-sm font-semibold', disabled && 'text-ink-soft')}
              >
                {label}
              </span>
              <span id={`${id}-${format}-meaning`} className="block text-xs text-ink-soft">
                {meaning(subject)}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
