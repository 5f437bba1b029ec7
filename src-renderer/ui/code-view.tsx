import { lazy, Suspense } from 'react'
import { Skeleton } from './states.tsx'

export interface CodeViewProps {
  value: string
  /** The accessible name. */
  label: string
  /** Given: the text can be edited. */
  onChange?: (value: string) => void
  /** 1-based lines to mark as faulty, with the words to show there. */
  marks?: readonly { line: number; message: string; severity?: 'error' | 'warning' }[]
  /** 1-based line to bring into sight and put the cursor on; a new object goes there again. */
  goTo?: { line: number; column?: number } | undefined
  className?: string
}

// CodeMirror is by far the largest part; it comes only when XML is looked at.
const CodeEditor = lazy(() => import('./code-editor.tsx'))

/** XML with highlighting, to read or to edit. Fills the height of its container. */
export function CodeView(props: CodeViewProps) {
  return (
    <Suspense fallback={<CodePlaceholder />}>
      <CodeEditor {...props} />
    </Suspense>
  )
}

const CodePlaceholder = () => (
  <div className="flex flex-col gap-2 p-3">
    {['w-1/2', 'w-2/3', 'w-1/3', 'w-3/5'].map((width) => (
      <Skeleton key={width} className={`h-3 ${width}`} />
    ))}
  </div>
)
