import { CopyButton } from '../../ui/copy-button.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

/** A command for a terminal, as it is typed, with a button that copies it. */
export const CommandBlock = ({ text, label }: { text: string; label: string }) => (
  <div className="relative rounded-md border border-line bg-sunken">
    <ScrollRegion aria-label={label} role="group" className="max-h-48 py-2 pr-10 pl-3">
      <pre className="font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap">{text}</pre>
    </ScrollRegion>
    <span className="absolute top-0.5 right-1">
      <CopyButton text={text} label={`Copy: ${label}`} />
    </span>
  </div>
)
