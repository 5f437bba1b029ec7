import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeView } from '../../../ui/code-view.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { byteSize } from '../../../ui/words.ts'
import { saveText } from '../save-text.ts'

/** A schema, to read and to take along. */
export function SchemaPage({ file }: { file: string }) {
  const schema = useQuery(rpc.localApi.schema.queryOptions({ input: { file } }))
  const schemas = useQuery(rpc.localApi.schemas.queryOptions())
  if (schema.isError)
    return (
      <ErrorState
        title="The schema cannot be shown"
        error={schema.error}
        onRetry={() => void schema.refetch()}
      />
    )
  const text = schema.data?.text ?? ''
  return (
    <div className="flex min-h-0 flex-col">
      <header className="flex shrink-0 items-center gap-3 border-b border-line bg-surface px-6 py-2.5">
        <div className="min-w-0 flex-1">
          <h2 className="font-mono text-sm font-semibold">{file}</h2>
          <p className="truncate text-xs text-ink-faint">
            {schemas.data?.find((one) => one.file === file)?.title}
            {text && ` · ${byteSize(new TextEncoder().encode(text).length)}`}
          </p>
        </div>
        <CopyButton text={text} label={`Copy ${file}`} />
        <Button
          icon={<Download className="size-4" aria-hidden />}
          disabled={text === ''}
          onClick={() => saveText(file, text, 'application/xml')}
        >
          Download
        </Button>
      </header>
      <div className="min-h-0 flex-1 bg-surface">
        <CodeView label={`Schema ${file}`} value={text} />
      </div>
    </div>
  )
}
