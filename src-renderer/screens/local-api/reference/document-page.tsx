import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { rpc } from '../../../rpc/client.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { readMarkdown } from './markdown.ts'
import { MarkdownView } from './markdown-view.tsx'

/** A page of the generated reference: a document of the service, or the rules of feeds. */
export function DocumentPage({ file }: { file: string }) {
  const page = useQuery(rpc.localApi.referencePage.queryOptions({ input: { file } }))
  const blocks = useMemo(() => readMarkdown(page.data?.text ?? ''), [page.data])
  const drawn = page.isSuccess
  useEffect(() => {
    // The place the address names exists only now.
    if (drawn && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [drawn])
  if (page.isError)
    return (
      <ErrorState title="The page cannot be shown" error={page.error} onRetry={() => void page.refetch()} />
    )
  if (!page.data) return <Skeleton className="h-64" />
  return <MarkdownView blocks={blocks} />
}
