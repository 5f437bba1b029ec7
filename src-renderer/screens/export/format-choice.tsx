import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import {
  BookOpen,
  Braces,
  FileCode,
  FileQuestionMark,
  Globe,
  Images,
  type LucideIcon,
  Network,
  Sheet,
  Store,
  Table2,
} from 'lucide-react'
import { useId } from 'react'
import { type ExportFormat, exportFormats, formatOf } from '../../../src-shared/export/formats.ts'
import type { ExportSubject } from '../../../src-shared/export/model.ts'

const icons: Record<ExportFormat, LucideIcon> = {
  csv: Table2,
  xlsx: Sheet,
  jsonl: Braces,
  items: FileCode,
  jsonld: Globe,
  pictures: Images,
  pdf: BookOpen,
  contentplus: Store,
  gdsn: Network,
  gdsnreport: FileQuestionMark,
}

/** Description of a format; for retailer content, with its item and retailer counts. */
function meaningOf(format: ExportFormat, subject: ExportSubject | undefined): string {
  const { holds, isImportable } = formatOf[format]
  if (format !== 'contentplus' || !subject)
    return isImportable ? t`${holds} It can be imported again.` : holds
  return subject.contentItems === 0
    ? t`None of these items has content for a retailer. The service does not send it; only a sandbox keeps it.`
    : t`The content of ${plural(subject.contentItems, { one: '# item', other: '# items' })} for ${plural(subject.retailers.length, { one: '# retailer', other: '# retailers' })}, as a feed that a service accepts unchanged.`
}

/** A choice of one format, built from native radio buttons: arrow keys change the choice. */
export function FormatChoice({
  value,
  onValueChange,
  subject,
}: {
  value: ExportFormat
  onValueChange: (format: ExportFormat) => void
  /** Counts of exportable items and content; undefined while loading. */
  subject: ExportSubject | undefined
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="grid grid-cols-1 gap-1.5 sm:grid-cols-2">
        <legend className="sr-only">
          <Trans>Kind of file</Trans>
        </legend>
        {exportFormats.map((format) => {
          const { label } = formatOf[format]
          const Icon = icons[format]
          const disabled = format === 'contentplus' && subject?.contentItems === 0
          const chosen = value === format
          return (
            <label
              key={format}
              className={clsx(
                'flex cursor-default items-center gap-2.5 rounded-lg border px-2.5 py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus',
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
                aria-describedby={chosen ? `${id}-chosen` : `${id}-${format}-meaning`}
                className="sr-only"
              />
              <span
                className={clsx(
                  'flex size-7 shrink-0 items-center justify-center rounded-md',
                  disabled
                    ? 'bg-sunken text-ink-faint'
                    : chosen
                      ? 'bg-accent text-accent-ink'
                      : 'bg-accent-wash text-accent-strong',
                )}
              >
                <Icon className="size-4" strokeWidth={1.75} aria-hidden />
              </span>
              <span className="min-w-0">
                <span
                  id={`${id}-${format}`}
                  className={clsx('block text-sm font-semibold', disabled && 'text-ink-soft')}
                >
                  {label}
                </span>
                {/* The description of the chosen format is below, next to its options. The reason why a
                    format is disabled is shown here. */}
                {!chosen && (
                  <span
                    id={`${id}-${format}-meaning`}
                    className={disabled ? 'block text-xs text-ink-soft' : 'sr-only'}
                  >
                    {meaningOf(format, subject)}
                  </span>
                )}
              </span>
            </label>
          )
        })}
      </fieldset>
      <p id={`${id}-chosen`} className="text-sm text-ink-soft">
        {meaningOf(value, subject)}
      </p>
    </div>
  )
}
