import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { endpointNames, endpoints } from '../../../../src-shared/api/endpoints.ts'
import { rpc } from '../../../rpc/client.ts'
import { sectionPath } from '../sections.ts'
import { MethodMark } from './method-mark.tsx'

/** Pages that the endpoints' own pages take the place of. */
const replaced = new Set(['local-api.md'])

/** The pages of the reference: endpoints, documents, schemas. */
export function ReferenceNav({ current }: { current: string }) {
  const pages = useQuery(rpc.localApi.referencePages.queryOptions())
  const schemas = useQuery(rpc.localApi.schemas.queryOptions())
  return (
    <nav
      aria-label="Reference"
      className="flex min-h-0 flex-col gap-4 overflow-y-auto border-r border-line px-3 py-4"
    >
      <Group title="Endpoints">
        {endpointNames.map((name) => (
          <Entry key={name} page={name} current={current}>
            <MethodMark method={endpoints[name].method} />
            <span className="truncate">{endpoints[name].title}</span>
          </Entry>
        ))}
      </Group>
      <Group title="Documents and rules">
        {pages.data
          ?.filter(({ file }) => !replaced.has(file))
          .map(({ file, title }) => (
            <Entry key={file} page={file} current={current}>
              <span className="truncate">{title}</span>
            </Entry>
          ))}
      </Group>
      <Group title="Schemas">
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
          ? 'bg-surface font-medium text-ink shadow-low'
          : 'text-ink-soft hover:bg-pressed hover:text-ink',
      )}
    >
      {children}
    </Link>
  </li>
)
