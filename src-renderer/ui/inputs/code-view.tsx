import { lazy, Suspense } from 'react'
import { Skeleton } from '../layout/states.tsx'
import type { CodeEditorProps } from './code-editor.tsx'

// CodeMirror is the largest library of the page, so it is loaded only when XML is shown.
const CodeEditor = lazy(() => import('./code-editor.tsx'))

/** XML with syntax highlighting, read-only or editable. Fills the height of its container. */
export function CodeView(props: CodeEditorProps) {
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
