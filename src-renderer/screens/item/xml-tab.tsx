import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { CodeView } from '../../ui/inputs/code-view.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { byteSize } from '../../ui/text/words.ts'

/** The stored XML of the record. Indenting changes the view only, not the text that is copied. */
export function XmlTab({ xml }: { xml: string }) {
  const [indented, setIndented] = useState(true)
  const shown = useMemo(() => (indented ? indentXml(xml) : xml), [indented, xml])
  const bytes = useMemo(() => new TextEncoder().encode(xml).length, [xml])
  return (
    <div className="flex h-full min-h-80 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-4 border-b border-line bg-surface px-6">
        <Checkbox label={t`Indent for reading`} checked={indented} onCheckedChange={setIndented} />
        <span className="tabular text-xs text-ink-faint">
          <Trans>{byteSize(bytes)} as kept</Trans>
        </span>
        <span className="flex-1" />
        <CopyButton text={xml} label={t`Copy XML`} />
      </div>
      <div className="min-h-0 flex-1 bg-surface">
        <CodeView label={t`XML of the item`} value={shown} />
      </div>
    </div>
  )
}

const pieces = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^<>]*>|[^<]+/g

const isClosing = (piece: string): boolean => piece.startsWith('</')
const isText = (piece: string): boolean => !piece.startsWith('<') || piece.startsWith('<![CDATA[')
const isOpening = (piece: string): boolean => /^<[^!?/]/.test(piece) && !piece.endsWith('/>')

/**
 * XML with one element on each line, indented by depth, for reading only. An element that begins with text stays on one
 * line, so that its text is unchanged. White space between elements is dropped.
 */
export function indentXml(xml: string, step = '  '): string {
  const parts = (xml.match(pieces) ?? []).filter((piece) => piece.trim() !== '')
  const lines: string[] = []
  let depth = 0
  for (let index = 0; index < parts.length; ) {
    const piece = parts[index] ?? ''
    if (isClosing(piece)) depth = Math.max(0, depth - 1)
    const length = isOpening(piece) ? lengthOnOneLine(parts, index) : 1
    lines.push(step.repeat(depth) + parts.slice(index, index + length).join(''))
    if (length === 1 && isOpening(piece)) depth++
    index += length
  }
  return lines.join('\n')
}

/** How many pieces, from the opening tag at `start`, belong on its line: all of the element if it begins with text. */
function lengthOnOneLine(parts: readonly string[], start: number): number {
  const next = parts[start + 1]
  if (next === undefined || !(isText(next) || isClosing(next))) return 1
  let open = 0
  for (let index = start; index < parts.length; index++) {
    const piece = parts[index] ?? ''
    if (isOpening(piece)) open++
    else if (isClosing(piece)) open--
    if (open === 0) return index - start + 1
  }
  return 1
}
