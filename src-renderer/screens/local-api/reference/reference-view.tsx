import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Download, FileQuestion } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { type EndpointName, endpointNames, endpoints } from '../../../../src-shared/api/endpoints.ts'
import { documentPages, guide } from '../../../../src-shared/reference/contents.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeView } from '../../../ui/inputs/code-view.tsx'
import { ScrollRegion } from '../../../ui/layout/scroll-region.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { byteSize } from '../../../ui/text/words.ts'
import { saveText } from '../copyable.tsx'
import { sectionPath } from '../use-local-api.ts'
import { EndpointPage } from './endpoint-page.tsx'
import { MethodMark } from './method-mark.tsx'

/** Loaded lazily, with the Markdown parser and the pages. */
const MarkdownPage = lazy(() => import('./markdown-page.tsx').then((m) => ({ default: m.MarkdownPage })))

const firstPage = 'serve-other-programs.md'
const firstEndpoint: EndpointName = 'item'

/** The reference: the guide, and a page for each endpoint, document and schema. The URL names the page. */
export function ReferenceView({ page = firstPage }: { page: string | undefined }) {
  // Each endpoint has its own page here, so the page that lists all endpoints is replaced.
  const current = page === 'local-api.md' ? firstEndpoint : page
  const endpoint = endpointNames.find((name) => name === current)
  return (
    <div className="grid h-full min-h-0 grid-cols-[15rem_minmax(0,1fr)]">
      <ReferenceNav current={current} />
      {current.endsWith('.xsd') ? (
        <SchemaPage key={current} file={current} />
      ) : (
        <ScrollRegion key={current} aria-label={t`Reference`} role="group" className="min-h-0">
          <div className="max-w-5xl p-6">
            {endpoint ? <EndpointPage name={endpoint} /> : <DocumentPage file={current} />}
          </div>
        </ScrollRegion>
      )}
    </div>
  )
}

/** Navigation of the reference: guide, endpoints, documents, schemas. */
function ReferenceNav({ current }: { current: string }) {
  const schemas = useQuery(rpc.localApi.schemas.queryOptions())
  return (
    <nav
      aria-label={t`Reference`}
      className="flex min-h-0 flex-col gap-4 overflow-y-auto border-e border-line px-3 py-4"
    >
      <PageGroup title={t`Guide`} pages={guide} current={current} />
      <Group title={t`Endpoints`}>
        {endpointNames.map((name) => (
          <Entry key={name} page={name} current={current}>
            <MethodMark method={endpoints[name].method} />
            <span className="truncate">{endpoints[name].title}</span>
          </Entry>
        ))}
      </Group>
      <PageGroup title={t`Documents and rules`} pages={documentPages} current={current} />
      <Group title={t`Schemas`}>
        {schemas.data?.map(({ file, title }) => (
          <Entry key={file} page={file} current={current} title={title}>
            <span className="truncate font-mono text-xs">{file}</span>
          </Entry>
        ))}
      </Group>
    </nav>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-1 px-2 text-xs font-semibold text-ink-faint">{title}</h2>
    <ul>{children}</ul>
  </section>
)

interface PageGroupProps {
  title: string
  pages: typeof guide
  current: string
}

const PageGroup = ({ title, pages, current }: PageGroupProps) => (
  <Group title={title}>
    {pages.map((page) => (
      <Entry key={page.file} page={page.file} current={current} title={page.title}>
        <span className="truncate">{page.title}</span>
      </Entry>
    ))}
  </Group>
)

interface EntryProps {
  page: string
  current: string
  title?: string
  children: ReactNode
}

const Entry = ({ page, current, title, children }: EntryProps) => (
  <li>
    <Link
      href={sectionPath('reference', page)}
      title={title}
      aria-current={page === current ? 'page' : undefined}
      className={clsx(
        'flex h-7 items-center gap-1.5 rounded-md px-2 text-sm',
        page === current
          ? 'bg-surface font-medium text-ink shadow-low forced-colors:border-s-4'
          : 'text-ink-soft hover:bg-pressed hover:text-ink',
      )}
    >
      {children}
    </Link>
  </li>
)

/** A page of the guide, or of a document of the service. */
function DocumentPage({ file }: { file: string }) {
  const page = [...guide, ...documentPages].find((one) => one.file === file)
  if (!page)
    return (
      <EmptyState icon={FileQuestion} title={t`There is no such page`}>
        <Trans>Choose one from the list beside.</Trans>
      </EmptyState>
    )
  return (
    <Suspense fallback={<Skeleton className="h-64 rounded-lg" />}>
      <MarkdownPage {...page} />
    </Suspense>
  )
}

/** A schema, with buttons to copy and to download it. */
function SchemaPage({ file }: { file: string }) {
  const schema = useQuery(rpc.localApi.schema.queryOptions({ input: { file } }))
  const schemas = useQuery(rpc.localApi.schemas.queryOptions())
  if (schema.isError)
    return (
      <ErrorState
        title={t`The schema cannot be shown`}
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
        <CopyButton text={text} label={t`Copy ${file}`} />
        <Button
          icon={<Download className="size-4" aria-hidden />}
          disabled={text === ''}
          onClick={() => saveText(file, text, 'application/xml')}
        >
          <Trans>Download</Trans>
        </Button>
      </header>
      <div className="min-h-0 flex-1 bg-surface">
        <CodeView label={t`Schema ${file}`} value={text} />
      </div>
    </div>
  )
}
