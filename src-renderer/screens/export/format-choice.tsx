import clsx from 'clsx'
import { FileCode, type LucideIcon, Store, Table2 } from 'lucide-react'
import { useId } from 'react'
import type { ExportFormat, ExportSubject } from '../../../src-shared/export/model.ts'
import { counted } from '../../ui/words.ts'

interface FormatWords {
  label: string
  icon: LucideIcon
  /** The content and the use of such a file. */
  meaning: (subject: ExportSubject | undefined) => string
}

/** The kinds of files, the most frequent choice first. */
const exportFormatWords: Record<ExportFormat, FormatWords> = {
  csv: {
    label: 'Table (CSV)',
    icon: Table2,
    meaning: () =>
      'One row an item, for spreadsheets. It can be imported again. Pictures and nutrition facts are not in it.',
  },
  items: {
    label: 'Item records (XML)',
    icon: FileCode,
    meaning: () => 'Everything that is kept of the items, exactly as the service sent it.',
  },
  contentplus: {
    label: 'Retailer content (Content+ feed)',
    icon: Store,
    meaning: (subject) =>
      subject?.contentItems === 0
        ? 'None of these items has content for a retailer. The service does not send it; only a sandbox keeps it.'
        : subject
          ? `The content of ${counted(subject.contentItems, 'item')} for ${counted(subject.retailers.length, 'retailer')}, as a feed that a service accepts unchanged.`
          : 'The texts and media for single retailers, as a feed that a service accepts unchanged.',
  },
}

const formats = Object.entries(exportFormatWords).map(([format, words]) => ({
  format: format as ExportFormat,
  ...words,
}))

/** A choice of one kind of file, made of native radio buttons: arrow keys change the choice. */
export function FormatChoice({
  value,
  onValueChange,
  subject,
}: {
  value: ExportFormat
  onValueChange: (format: ExportFormat) => void
  /** The numbers of what can be exported; undefined until they are known. */
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
