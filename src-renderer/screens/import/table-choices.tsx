import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  encodingLabels,
  type Separator,
  separatorNames,
  type TextEncoding,
  textEncodings,
} from '../../../src-shared/import/encodings.ts'
import type { ImportPreview } from '../../../src-shared/import/model.ts'
import { PlainSelect } from '../../ui/inputs/plain-select.tsx'

/** How to read a file: encoding and separator, sheet of a workbook, and line of the header. */
export interface TableChoice {
  encoding?: TextEncoding
  separator?: Separator
  sheet?: string
  firstRowIsData?: boolean
  headingLine?: number
}

const none = 'none'

/**
 * The settings with which a preview was read. A guessed encoding is omitted, so that it is detected again.
 */
export const tableChoice = ({
  encoding,
  isEncodingGuessed,
  separator,
  sheet,
  firstRowIsData,
  headingLine,
}: ImportPreview): TableChoice => ({
  encoding: isEncodingGuessed ? undefined : encoding,
  separator,
  sheet,
  firstRowIsData,
  headingLine,
})

interface TableChoicesProps {
  preview: ImportPreview
  onChoose: (choice: TableChoice) => void
}

export function TableChoices({ preview, onChoose }: TableChoicesProps) {
  const { sheet, sheets = [], firstRowIsData = false, headingLine, firstLines = [], format } = preview
  const { encoding, isEncodingGuessed = false, separator, notes = [] } = preview
  const isTable = format !== 'jsonl' && format !== 'gdsn'
  const shown = tableChoice(preview)
  // With another encoding, separator or sheet, the header line is detected again.
  const textSettings = { encoding: shown.encoding, separator }
  const lines = firstLines.map(({ line, words }) => ({
    value: String(line),
    label: t`Row ${line}: ${words}`,
  }))
  if (!isTable && encoding === undefined) return null
  return (
    <div className="flex flex-wrap items-end gap-6 border-t border-line px-4 py-3">
      {encoding !== undefined && (
        <Choice
          label={t`Encoding`}
          className="w-64"
          options={textEncodings.map((name) => ({
            value: name,
            label: `${languagesOf[name]} (${encodingLabels[name]})`,
          }))}
          value={encoding}
          onValueChange={(chosen) => onChoose({ separator, encoding: chosen })}
        />
      )}
      {separator !== undefined && (
        <Choice
          label={t`Separator`}
          className="w-36"
          options={separatorNames.map((name) => ({ value: name, label: separatorLabels[name] }))}
          value={separator}
          onValueChange={(chosen) => onChoose({ ...textSettings, separator: chosen })}
        />
      )}
      {sheet !== undefined && sheets.length > 1 && (
        <Choice
          label={t`Sheet`}
          className="w-56"
          options={sheets.map((name) => ({ value: name, label: name }))}
          value={sheet}
          onValueChange={(chosen) => onChoose({ sheet: chosen })}
        />
      )}
      {isTable && (
        <Choice
          label={t`The names of the columns stand in`}
          className="w-96 max-w-full"
          options={[...lines, { value: none, label: t`No row: the first row is a product` }]}
          value={firstRowIsData ? none : String(headingLine ?? '')}
          onValueChange={(chosen) =>
            onChoose({
              ...textSettings,
              sheet,
              ...(chosen === none ? { firstRowIsData: true } : { headingLine: Number(chosen) }),
            })
          }
        />
      )}
      {isEncodingGuessed && (
        <p className="self-end pb-1.5 text-xs text-ink-soft">
          <Trans>The encoding is a guess by the words of the file. Check the letters in the samples.</Trans>
        </p>
      )}
      {!firstRowIsData && headingLine !== undefined && headingLine !== firstLines[0]?.line && (
        <p className="self-end pb-1.5 text-xs text-ink-soft">
          <Trans>What stands above row {headingLine} is not imported.</Trans>
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="w-full text-xs text-ink-soft">
          {note}
        </p>
      ))}
    </div>
  )
}

/** The languages or scripts that an encoding covers. */
const languagesOf: Record<TextEncoding, string> = {
  'utf-8': t`All languages`,
  'utf-16le': t`All languages`,
  'utf-16be': t`All languages`,
  'windows-1252': t`Western European`,
  'windows-1250': t`Central European`,
  'windows-1251': t`Cyrillic`,
  'windows-1253': t`Greek`,
  'windows-1254': t`Turkish`,
  'windows-1255': t`Hebrew`,
  'windows-1256': t`Arabic`,
  'windows-1257': t`Baltic`,
  'windows-874': t`Thai`,
  'iso-8859-15': t`Western European`,
  'iso-8859-2': t`Central European`,
  'iso-8859-5': t`Cyrillic`,
  'iso-8859-6': t`Arabic`,
  'iso-8859-7': t`Greek`,
  'koi8-r': t`Cyrillic`,
  'koi8-u': t`Cyrillic`,
  ibm850: t`Western European`,
  ibm852: t`Central European`,
  ibm866: t`Cyrillic`,
  ibm855: t`Cyrillic`,
  ibm737: t`Greek`,
  ibm857: t`Turkish`,
  ibm775: t`Baltic`,
  ibm862: t`Hebrew`,
  macintosh: t`Western European`,
  maccenteuro: t`Central European`,
  maccyrillic: t`Cyrillic`,
  macgreek: t`Greek`,
  macturkish: t`Turkish`,
  shift_jis: t`Japanese`,
  'euc-jp': t`Japanese`,
  gb18030: t`Simplified Chinese`,
  big5: t`Traditional Chinese`,
  'euc-kr': t`Korean`,
}

const separatorLabels: Record<Separator, string> = {
  comma: t`Comma`,
  semicolon: t`Semicolon`,
  tab: t`Tab`,
  bar: t`Vertical bar`,
}

interface ChoiceProps<T extends string> {
  label: string
  className: string
  options: { value: T; label: string }[]
  value: T
  onValueChange: (value: T) => void
}

/** A select with its label above it. */
function Choice<T extends string>({ label, onValueChange, ...select }: ChoiceProps<T>) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-xs font-medium text-ink-soft" aria-hidden>
        {label}
      </span>
      <PlainSelect
        aria-label={label}
        {...select}
        onValueChange={(value) => {
          const chosen = select.options.find((option) => option.value === value)
          if (chosen) onValueChange(chosen.value)
        }}
      />
    </div>
  )
}
