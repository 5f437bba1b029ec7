import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { CodeView } from '../../ui/inputs/code-view.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { byteSize } from '../../ui/text/words.ts'

/** The stored XML of the record. Indenting changes only the view, not the copied text. */
export function XmlTab({ xml }: { xml: string }) {
  const [indented, setIndented] = useState(true)
  const shown = useMemo(() => (indented ? indentXml(xml) : xml), [indented, xml])
  const bytes = useMemo(() => new TextEncoder().encode(xml).length, [xml])
  return (
    <div className="flex h-full min-h-80 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-4 border-b print:hidden border-line bg-surface px-6">
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

const tokenPattern = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^<>]*>|[^<]+/g

const isClosing = (token: string): boolean => token.startsWith('</')
const isText = (token: string): boolean => !token.startsWith('<') || token.startsWith('<![CDATA[')
const isOpening = (token: string): boolean => /^<[^!?/]/.test(token) && !token.endsWith('/>')

/**
 * Formats XML for reading, with one element per line, indented by depth. An element that starts with text is
 * kept on one line, so that its text is unchanged. White space between elements is removed.
 */
export function indentXml(xml: string, step = '  '): string {
  const tokens = (xml.match(tokenPattern) ?? []).filter((token) => token.trim() !== '')
  const lines: string[] = []
  let depth = 0
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index] ?? ''
    if (isClosing(token)) depth = Math.max(0, depth - 1)
    const length = isOpening(token) ? tokensOnLine(tokens, index) : 1
    lines.push(step.repeat(depth) + tokens.slice(index, index + length).join(''))
    if (length === 1 && isOpening(token)) depth++
    index += length
  }
  return lines.join('\n')
}

/**
 * Number of tokens on the line that starts with the opening tag at `start`: the entire element if it starts
 * with text, otherwise 1.
 */
function tokensOnLine(tokens: readonly string[], start: number): number {
  const next = tokens[start + 1]
  if (next === undefined || !(isText(next) || isClosing(next))) return 1
  let open = 0
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index] ?? ''
    if (isOpening(token)) open++
    else if (isClosing(token)) open--
    if (open === 0) return index - start + 1
  }
  return 1
}
