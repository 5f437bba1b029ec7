import { t } from '@lingui/core/macro'
import { delimiters, type TableForm, tableForm } from '../../../src-shared/export/model.ts'
import { offeredLanguages } from '../../../src-shared/workspace/languages.ts'
import { pageLanguage } from '../../texts/language.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { usesComma } from '../../ui/text/words.ts'

/** The form that spreadsheets of the page's language expect. */
export const proposedForm: TableForm = tableForm.parse(usesComma ? { delimiter: ';', decimal: 'comma' } : {})

const delimiterWords: Record<TableForm['delimiter'], () => string> = {
  ',': () => t`Comma`,
  ';': () => t`Semicolon`,
  '\t': () => t`Tab`,
}
const words = offeredLanguages.find((language) => language === pageLanguage) ?? 'en'

/** How a table writes its cells: delimiter, decimal mark, and words for codes. */
export function TableOptions({
  value,
  hasDelimiter,
  onChange,
}: {
  value: TableForm
  hasDelimiter: boolean
  onChange: (value: TableForm) => void
}) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {hasDelimiter && (
          <Select
            label={t`Between the cells`}
            value={value.delimiter}
            onValueChange={(next) =>
              onChange({ ...value, delimiter: delimiters.find((one) => one === next) ?? ',' })
            }
            options={delimiters.map((one) => ({ value: one, label: delimiterWords[one]() }))}
          />
        )}
        <Select
          label={t`Decimal mark of numbers`}
          value={value.decimal}
          onValueChange={(next) => onChange({ ...value, decimal: next === 'comma' ? 'comma' : 'point' })}
          options={[
            { value: 'point', label: t`Point: 2.5` },
            { value: 'comma', label: t`Comma: 2,5` },
          ]}
        />
      </div>
      <Checkbox
        label={t`Words instead of codes`}
        help={t`For status, category, country, and yes or no.`}
        checked={value.words !== undefined}
        onCheckedChange={(on) =>
          onChange({ ...value, words: on ? words : undefined, codes: on && value.codes })
        }
      />
      {value.words !== undefined && (
        <Checkbox
          label={t`Keep the codes in columns of their own`}
          checked={value.codes}
          onCheckedChange={(on) => onChange({ ...value, codes: on })}
        />
      )}
    </>
  )
}
