import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  type DocumentName,
  type Endpoint,
  errorStatuses,
  type Parameter,
} from '../../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpoints } from '../../../../src-shared/api/endpoints.ts'
import { fileOfDocument } from '../../../../src-shared/reference/contents.ts'
import { capitalized } from '../../../../src-shared/texts/spoken.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Panel, Section } from '../../../ui/layout/panel.tsx'
import { Table, TableCell, TableRow } from '../../../ui/layout/table.tsx'
import { ParameterName } from '../copyable.tsx'
import { sectionPath } from '../use-local-api.ts'
import { MethodMark } from './method-mark.tsx'

/**
 * The page of one endpoint, generated from its declaration: path, versions, parameters, documents, errors.
 */
export function EndpointPage({ name }: { name: EndpointName }) {
  const endpoint: Endpoint = endpoints[name]
  const { method, path, title, summary, versions, pathParameters, parameters, oneOf, errors } = endpoint
  return (
    <article className="flex flex-col gap-4">
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-xl font-semibold">{title}</h2>
          <p className="mt-1 max-w-[70ch] text-sm text-ink-soft">{summary}</p>
        </div>
        <ButtonLink
          variant="primary"
          href={sectionPath('try', name)}
          icon={<Play className="size-4" aria-hidden />}
        >
          <Trans>Try it</Trans>
        </ButtonLink>
      </header>
      <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3">
        <MethodMark method={method} />
        <code className="font-mono text-sm">
          <span className="text-ink-faint">/{'{version}'}</span>
          {path}
        </code>
        <span className="flex-1" />
        {versions.map((version) => (
          <Badge key={version}>{version}</Badge>
        ))}
      </div>
      <KeyValue
        entries={[
          ...pathParameters.map(({ name: variable, meaning }) => ({
            label: <code className="font-mono text-xs">{`{${variable}}`}</code>,
            value: path.includes('[')
              ? t`${capitalized(meaning)}, in the path; without it, a list or search`
              : t`${capitalized(meaning)}, in the path`,
          })),
          ...(endpoint.request
            ? [{ label: t`Body`, value: <DocumentLink document={endpoint.request} /> }]
            : []),
          { label: t`Answer`, value: <DocumentLink document={endpoint.response} /> },
        ]}
      />
      {parameters.length > 0 && (
        <Panel
          flush
          title={t`Parameters`}
          description={oneOf && t`At least one of ${oneOf.join(', ')}, unless the path names an item.`}
        >
          <Parameters parameters={parameters} />
        </Panel>
      )}
      <Section title={t`Errors`} description={t`Their body is a problem document (application/problem+xml).`}>
        <ul className="flex flex-col gap-1 text-sm">
          {errors.toSorted().map((status) => (
            <li key={status} className="flex gap-3">
              <span className="tabular w-8 shrink-0 font-semibold">{status}</span>
              <span>
                {errorStatuses[status].title}
                <span className="text-ink-faint">: {errorStatuses[status].meaning}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-sm">
          <DocumentLink document="problem" />
        </p>
      </Section>
    </article>
  )
}

const Parameters = ({ parameters }: { parameters: readonly Parameter[] }) => (
  <Table
    label={t`Parameters`}
    className="border-t border-line"
    columns={[
      { label: t`Name`, className: 'w-24' },
      { label: t`Meaning` },
      { label: t`Values`, className: 'w-48' },
      { label: t`When absent`, className: 'w-36' },
    ]}
  >
    {parameters.map((parameter) => (
      <TableRow key={parameter.name} className="align-baseline">
        <TableCell>
          <ParameterName name={parameter.name} />
        </TableCell>
        <TableCell>
          {capitalized(parameter.meaning)}
          {parameter.versions && (
            <span className="block text-xs text-ink-faint">
              <Trans>Only in {parameter.versions.join(', ')}</Trans>
            </span>
          )}
        </TableCell>
        <TableCell className="text-xs text-ink-soft">{valuesOf(parameter)}</TableCell>
        <TableCell className="text-xs text-ink-faint">{parameter.default ?? parameter.absent}</TableCell>
      </TableRow>
    ))}
  </Table>
)

const typeWords: Record<Parameter['type'], string> = {
  text: t`text`,
  code: t`product code`,
  day: t`day, YYYYMMDD`,
  integer: t`whole number`,
  size: t`whole number`,
  choice: t`word`,
  flag: t`true or false`,
}

function valuesOf({ type, allowed, minimum, maximum, repeatable }: Parameter): ReactNode {
  const words = [
    allowed ? allowed.join(', ') : typeWords[type],
    ...(minimum ? [t`from ${minimum}`] : []),
    ...(maximum ? [t`to ${maximum}`] : []),
    ...(repeatable ? [t`repeatable`] : []),
  ]
  return words.join('; ')
}

const DocumentLink = ({ document }: { document: DocumentName }) => (
  <Link href={sectionPath('reference', fileOfDocument(document))} className="text-accent hover:underline">
    {documents[document].label}
  </Link>
)
