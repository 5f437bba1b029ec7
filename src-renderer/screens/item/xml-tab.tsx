import { useMemo, useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CodeView } from '../../ui/code-view.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { byteSize } from '../../ui/words.ts'
import { indentXml } from './indent-xml.ts'

/** The record as it is kept. Setting it in changes what is shown, never what is copied. */
export function XmlTab({ xml }: { xml: string }) {
  const [indented, setIndented] = useState(true)
  const shown = useMemo(() => (indented ? indentXml(xml) : xml), [indented, xml])
  const bytes = useMemo(() => new TextEncoder().encode(xml).length, [xml])
  return (
    <div className="flex h-full min-h-80 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-4 border-b border-line bg-surface px-6">
        <Checkbox label="Indent for reading" checked={indented} onCheckedChange={setIndented} />
        <span className="tabular text-xs text-ink-faint">{byteSize(bytes)} as kept</span>
        <span className="flex-1" />
        <CopyButton text={xml} label="Copy XML" />
      </div>
      <div className="min-h-0 flex-1 bg-surface">
        <CodeView label="XML of the item" value={shown} />
      </div>
    </div>
  )
}
