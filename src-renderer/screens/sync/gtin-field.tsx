import { useId, useState } from 'react'
import { isValidGtin } from '../../../src-shared/gtin.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { counted } from '../../ui/words.ts'

/** The codes of a pasted or chosen list: the first column of each line, comments and empty lines left out. */
export const codesIn = (text: string): string[] => [
  ...new Set(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .flatMap((line) =>
        line.startsWith('#')
          ? []
          : line
              .trim()
              .split(/[\s,;]+/)
              .slice(0, line.includes(',') || line.includes(';') || line.includes('\t') ? 1 : undefined),
      )
      .map((code) => code.replace(/^"|"$/g, ''))
      .filter((code) => /^[\d-]{6,18}$/.test(code)),
  ),
]

/** A list of GTINs, pasted or from a file. */
export function GtinField({ onChange }: { onChange: (gtins: string[]) => void }) {
  const fileId = useId()
  const [text, setText] = useState('')
  const codes = codesIn(text)
  const doubtful = codes.filter((code) => !isValidGtin(code.replaceAll('-', ''))).length
  const take = (next: string) => {
    setText(next)
    onChange(codesIn(next))
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <TextArea
        className="w-full"
        label="Product codes"
        value={text}
        onChange={(event) => take(event.target.value)}
        rows={5}
        spellCheck={false}
        placeholder="One code a line"
        help={
          codes.length === 0
            ? 'GTIN-8, 12, 13 or 14; from a table, the first column.'
            : `${counted(codes.length, 'code')}${doubtful > 0 ? `, ${doubtful} with a wrong check digit (asked for all the same)` : ''}`
        }
      />
      <label htmlFor={fileId} className={buttonClass({ size: 'small' })}>
        From a file…
        <input
          id={fileId}
          type="file"
          accept=".txt,.csv,.tsv"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) void file.text().then(take)
          }}
        />
      </label>
    </div>
  )
}
